"""Finding the places of a module where a small fault can be planted."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

Signatures: TypeAlias = Mapping[str, tuple[str, ...]]
"""The annotations of the positional parameters of a function, by its name."""

OPPOSITE_COMPARISONS: Final = {
    "<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "!=", "!=": "==", "is": "is not", "is not": "is", "in": "not in",
    "not in": "in",
}  # fmt: skip
COMPARISON_PATTERN: Final = re.compile(r"\s*(is\s+not|not\s+in|is|in|<=|>=|==|!=|<|>)\s*")


class Fault(NamedTuple):
    """A change of a piece of source text. ``start``, ``end``: offsets into the UTF-8 bytes of the module."""

    path: Path
    line: int
    kind: str
    start: int
    end: int
    text: str

    def plant(self, source: bytes) -> bytes:
        """Return the source with the fault."""
        return source[: self.start] + self.text.encode() + source[self.end :]


class FaultFinder:
    """The faults of one module. ``signatures``: of the functions that the module may call."""

    def __init__(self, path: Path, source: bytes, signatures: Signatures) -> None:
        self._path = path
        self._source = source
        self._signatures = signatures
        self._line_starts = [0]
        for line in source.splitlines(keepends=True):
            self._line_starts.append(self._line_starts[-1] + len(line))

    def find_faults(self) -> dict[int, list[Fault]]:
        """Return the possible faults by line; each gives a module that compiles."""
        tree = ast.parse(self._source)
        faults_by_line = defaultdict[int, list[Fault]](list)
        for node in iter_executed_nodes(tree):
            for fault in self._list_node_faults(node):
                faults_by_line[fault.line].append(fault)
        return {line: list(filter(self._compiles, faults)) for line, faults in faults_by_line.items()}

    def _compiles(self, fault: Fault) -> bool:
        try:
            ast.parse(fault.plant(self._source))
        except SyntaxError:
            return False
        return True

    def _list_node_faults(self, node: ast.AST) -> list[Fault]:
        match node:
            case ast.Compare(left=left, ops=[_op], comparators=[right]):
                start, end = self._get_end(left), self._get_start(right)
                found = COMPARISON_PATTERN.fullmatch(self._source[start:end].decode())
                if found is None:
                    return []
                opposite = OPPOSITE_COMPARISONS[" ".join(found[1].split())]
                return [self._make_fault(node.lineno, "comparison turned round", start, end, f" {opposite} ")]
            case ast.Constant(value=int() as value) if not isinstance(value, bool):
                return [self._replace(node, "constant off by one", str(value + step)) for step in (1, -1)]
            case ast.If(test=test, orelse=orelse):
                values = ("False", "True") if orelse else ("False",)
                return [self._replace(test, "branch dropped", value) for value in values]
            case ast.IfExp(test=test):
                return [self._replace(test, "branch dropped", value) for value in ("False", "True")]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return [self._replace(node, "not removed", self._get_text(operand))]
            case ast.Call(args=arguments):
                return self._list_swaps(node, arguments)
        return []

    def _list_swaps(self, call: ast.Call, arguments: Sequence[ast.expr]) -> list[Fault]:
        """Return the swaps of two neighboring arguments of one declared type and with different texts."""
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        kinds = self._signatures.get(name, ())
        faults = []
        for index in range(min(len(arguments), len(kinds)) - 1):
            first, second = arguments[index : index + 2]
            texts = self._get_text(first), self._get_text(second)
            if kinds[index] and kinds[index] == kinds[index + 1] and texts[0] != texts[1]:
                start, end = self._get_start(first), self._get_end(second)
                between = self._source[self._get_end(first) : self._get_start(second)].decode()
                swapped = f"{texts[1]}{between}{texts[0]}"
                faults.append(self._make_fault(first.lineno, "arguments swapped", start, end, swapped))
        return faults

    def _replace(self, node: ast.expr, kind: str, text: str) -> Fault:
        return self._make_fault(node.lineno, kind, self._get_start(node), self._get_end(node), text)

    def _make_fault(self, line: int, kind: str, start: int, end: int, text: str) -> Fault:
        return Fault(self._path, line, kind, start, end, text)

    def _get_start(self, node: ast.expr) -> int:
        return self._line_starts[node.lineno - 1] + node.col_offset

    def _get_end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._line_starts[node.end_lineno - 1] + node.end_col_offset

    def _get_text(self, node: ast.expr) -> str:
        return self._source[self._get_start(node) : self._get_end(node)].decode()


def iter_executed_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below ``tree``, without annotations and without branches for type checkers."""
    for name, value in ast.iter_fields(tree):
        children = value if isinstance(value, list) else [value]
        if name in ("annotation", "returns"):
            continue
        for child in children:
            is_for_checkers = isinstance(child, ast.If) and getattr(child.test, "id", "") == "TYPE_CHECKING"
            if isinstance(child, ast.AST) and not is_for_checkers:
                yield child
                yield from iter_executed_nodes(child)


def collect_signatures(sources: Iterable[bytes]) -> Signatures:
    """Return the signatures of the functions whose name has only one in all ``sources``; methods are without self."""
    signatures = defaultdict[str, set[tuple[str, ...]]](set)
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef):
                parameters = [argument for argument in node.args.args if argument.arg not in ("self", "cls")]
                kinds = (argument.annotation and ast.unparse(argument.annotation) for argument in parameters)
                signatures[node.name].add(tuple(kind or "" for kind in kinds))
    return {name: kinds.pop() for name, kinds in signatures.items() if len(kinds) == 1}


def draw_faults(root: Path, folders: Sequence[str], count: int, rng: Random) -> list[Fault]:
    """Return ``count`` faults in different lines, drawn over all lines of the modules below ``folders``."""
    sources = {path: path.read_bytes() for folder in folders for path in sorted((root / folder).rglob("*.py"))}
    signatures = collect_signatures(sources.values())
    places = [(path, line) for path, source in sources.items() for line in range(1, source.count(b"\n") + 1)]
    rng.shuffle(places)
    faults_by_path: dict[Path, dict[int, list[Fault]]] = {}
    drawn = list[Fault]()
    for path, line in places:
        if len(drawn) == count:
            break
        if path not in faults_by_path:
            faults_by_path[path] = FaultFinder(path.relative_to(root), sources[path], signatures).find_faults()
        faults = faults_by_path[path].get(line)
        if faults:
            drawn.append(rng.choice(faults))
    return drawn
