/** The page as a tree of plain values, drawn into the document with as few changes as possible: focus, scroll
 * positions and live regions survive. All texts are set as text nodes. */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "path", "circle", "rect"]);
const LISTENERS = ["onclick", "onkeydown", "onsubmit", "onchange"];
const UNSET = /^(key|variables|on.*)$/;
const KEY = Symbol("key");

/** Return a node: a tag, its attributes, and children. Texts are children too; null, undefined, false, "" are none.
 *
 * Attributes: `key` names a node among its siblings, `on...` is a listener, `variables` are custom properties of CSS,
 * false and null leave an attribute out. */
export function h(tag, attributes, ...children) {
  const isShown = (child) => child !== null && child !== undefined && child !== false && child !== "";
  return { tag, attributes: attributes ?? {}, children: children.flat(Infinity).filter(isShown) };
}

/** Make the children of `parent` look like `nodes`. */
export function render(parent, nodes) {
  const free = new Set(parent.childNodes);
  const elements = nodes.map((node) => takeElement(free, node));
  free.forEach((element) => element.remove());
  let place = parent.firstChild;
  elements.forEach((found, index) => {
    const element = found ?? createElement(nodes[index]);
    if (element === place) {
      place = place.nextSibling;
    } else {
      parent.insertBefore(element, place);
    }
    update(element, nodes[index]);
  });
}

function takeElement(free, node) {
  for (const element of free) {
    const isSame = node.tag
      ? element.localName === node.tag && element[KEY] === node.attributes.key
      : element.nodeType === Node.TEXT_NODE;
    if (isSame) {
      free.delete(element);
      return element;
    }
  }
  return null;
}

function createElement(node) {
  if (!node.tag) {
    return document.createTextNode("");
  }
  const isSvg = SVG_TAGS.has(node.tag);
  const element = isSvg ? document.createElementNS(SVG_NAMESPACE, node.tag) : document.createElement(node.tag);
  element[KEY] = node.attributes.key;
  return element;
}

function update(element, node) {
  if (!node.tag) {
    const text = String(node);
    if (element.data !== text) {
      element.data = text;
    }
    return;
  }
  updateAttributes(element, node.attributes);
  render(element, node.children);
}

function updateAttributes(element, attributes) {
  const isShown = (name) => attributes[name] !== false && attributes[name] !== null && attributes[name] !== undefined;
  const names = new Set(Object.keys(attributes).filter((name) => isShown(name) && !UNSET.test(name)));
  for (const name of element.getAttributeNames()) {
    if (name !== "style" && !names.has(name)) {
      element.removeAttribute(name);
    }
  }
  for (const name of LISTENERS) {
    element[name] = attributes[name] ?? null;
  }
  for (const [name, value] of Object.entries(attributes.variables ?? {})) {
    element.style.setProperty(name, String(value));
  }
  for (const name of names) {
    const text = attributes[name] === true ? "" : String(attributes[name]);
    if (element.getAttribute(name) !== text) {
      element.setAttribute(name, text);
    }
  }
}
