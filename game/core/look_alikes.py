"""Letters and symbols that look like one Latin letter.

Written by `python -m tools.look_alikes` from Unicode's confusables.txt (version 17.0.0); LICENSE-UNICODE is its
license. The module has no letter that NFKC already turns into the Latin one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# fmt: off
LOOK_ALIKES: Final[Mapping[str, str]] = {
    "a": (
        "\u023a\u0251\u0391\u03b1\u0410\u0430\u13aa\u15c5\u1d00\u237a"
        "\u2c65\u2c6d\ua4ee\uab7a\U000102a0\U00016f40\U0001ccd6\U0001f150\U0001f170"
    ),
    "b": (
        "\u0180\u0184\u0185\u0243\u0299\u0392\u0412\u042c\u0432\u13cf"
        "\u13f4\u13fc\u1472\u15af\u15f7\u2c82\u2c83\ua4d0\ua7b4\ua7b5"
        "\U00010282\U000102a1\U00010301\U00016eb6\U0001ccd7\U0001f151\U0001f171"
    ),
    "c": (
        "\u023b\u023c\u0421\u0441\u1004\u105a\u13df\u1d04\u2ca4\u2ca5"
        "\ua4da\ua792\ua793\uabaf\U000102a2\U00010302\U00010415\U0001043d\U0001051c\U000118e9"
        "\U000118f2\U0001ccd8\U0001f152\U0001f172\U0001f74c"
    ),
    "d": (
        "\u0501\u13a0\u13e7\u146f\u15de\u15ea\u1d05\ua4d2\ua4d3\uab70"
        "\U0001ccd9\U0001f153\U0001f173"
    ),
    "e": (
        "\u0246\u0247\u0395\u0415\u0435\u04bd\u13ac\u1d07\u212e\u22ff"
        "\u2d39\ua4f0\uab32\uab7c\U00010286\U000118a6\U000118ae\U0001ccda\U0001f154\U0001f174"
    ),
    "f": (
        "\u0191\u0192\u03dc\u0584\u15b4\u1e9d\ua4dd\ua730\ua798\ua799"
        "\uab35\U00010287\U000102a5\U00010525\U000118a2\U000118c2\U0001ccdb\U0001d213\U0001f155\U0001f175"
    ),
    "g": (
        "\u018d\u0261\u0262\u050c\u050d\u0581\u13c0\u13f3\u13fb\u1d83"
        "\ua4d6\ua7a0\ua7a1\ua7ac\uab90\U0001ccdc\U0001f156\U0001f176"
    ),
    "h": (
        "\u029c\u0397\u041d\u043d\u04bb\u0570\u13bb\u13c2\u157c\u2c8e"
        "\u2c8f\ua4e7\uab8b\U000102cf\U0001ccdd\U0001f157\U0001f177"
    ),
    "i": (
        "\u0131\u0196\u0197\u0268\u0269\u026a\u0399\u03b9\u0406\u0456"
        "\u0582\u13a5\u2373\u2c92\u2c93\ua647\ua7ae\uab75\U000118c3\U0001f158"
        "\U0001f178"
    ),
    "j": (
        "\u0237\u0248\u0249\u029d\u037f\u03f3\u0408\u0458\u0575\u13ab"
        "\u148d\u1d0a\ua4d9\ua7b2\uab7b\U0001ccdf\U0001f159\U0001f179"
    ),
    "k": (
        "\u0138\u039a\u03ba\u041a\u043a\u13e6\u16d5\u1d0b\u2c94\u2c95"
        "\ua4d7\ua740\ua741\ua742\ua743\ua7a2\ua7a3\uabb6\U00010518\U0001cce0"
        "\U0001f15a\U0001f17a"
    ),
    "l": (
        "\u019a\u01c0\u023d\u029f\u04c0\u04cf\u05d5\u05df\u0627\u0661"
        "\u06f1\u07ca\u13de\u14aa\u16c1\u2cd0\u2cd1\u2d4f\ua4e1\ua4f2"
        "\uabae\U0001028a\U00010309\U00010320\U0001041b\U00010443\U00010526\U000118a3\U000118b2\U00011dda"
        "\U00011de1\U00016eaa\U00016f16\U00016f28\U0001ccde\U0001cce1\U0001ccf1\U0001e8c7\U0001f15b\U0001f17b"
    ),
    "m": (
        "\u028d\u039c\u03fa\u041c\u043c\u13b7\u15f0\u16d6\u1d0d\u2c98"
        "\u2c99\ua4df\uab87\U000102b0\U00010311\U0001cce2\U0001f15c\U0001f17c"
    ),
    "n": (
        "\u0274\u039d\u0578\u057c\u2c9a\u2c9b\ua4e0\ua7a4\ua7a5\U00010513"
        "\U0001cce3\U0001f15d\U0001f17d"
    ),
    "o": (
        "\u039f\u03bf\u03c3\u03ed\u041e\u043e\u0555\u0585\u05e1\u0647"
        "\u0665\u06be\u06c1\u06d5\u06f5\u07c0\u0966\u09e6\u0a66\u0ae6"
        "\u0b20\u0b66\u0be6\u0c66\u0ce6\u0d20\u0d66\u0e50\u0ed0\u101d"
        "\u1040\u10ff\u12d0\u17e0\u1d0f\u1d11\u2c9e\u2c9f\u2d54\u3007"
        "\ua4f3\ua74a\ua74b\uab3d\U00010292\U000102ab\U00010404\U0001042c\U000104c2\U000104ea"
        "\U00010516\U000114d0\U000118b5\U000118c8\U000118d7\U000118e0\U00011de0\U0001cce4\U0001ccf0\U0001f15e"
        "\U0001f17e"
    ),
    "p": (
        "\u01bf\u01f7\u03a1\u03c1\u03f8\u0420\u0440\u13e2\u146d\u1d18"
        "\u1d29\u1d7d\u2374\u2c63\u2ca2\u2ca3\u2cce\u2ccf\ua4d1\uabb2"
        "\U00010295\U0001cce5\U0001f15f\U0001f17f\U0001f18a"
    ),
    "q": (
        "\u051b\u0563\u0566\u2d55\ua758\ua759\ua7af\U0001cce6\U0001f160\U0001f180"
    ),
    "r": (
        "\u01a6\u024c\u024d\u0280\u0433\u13a1\u13d2\u1587\u1d26\u2c85"
        "\ua4e3\ua7a6\ua7a7\uab47\uab48\uab71\uab81\uaba2\U000104b4\U00016f35"
        "\U0001cce7\U0001d216\U0001f161\U0001f181"
    ),
    "s": (
        "\u01bc\u01bd\u0405\u0455\u054f\u0d1f\u13d5\u13da\ua4e2\ua731"
        "\ua7a8\ua7a9\uabaa\U00010296\U00010420\U00010448\U000118c1\U00016f3a\U0001cce8\U0001f162"
        "\U0001f182"
    ),
    "t": (
        "\u023e\u03a4\u03c4\u0422\u0442\u13a2\u1d1b\u22a4\u27d9\u2c66"
        "\u2ca6\u2ca7\ua4d4\uab72\U00010297\U000102b1\U00010315\U000118bc\U00016f0a\U0001cce9"
        "\U0001f163\U0001f183\U0001f768"
    ),
    "u": (
        "\u01b2\u0244\u0289\u028b\u03c5\u054d\u057d\u1200\u144c\u1d1c"
        "\u222a\u22c3\ua4f4\ua79e\ua79f\ua7b8\ua7b9\uab4e\uab52\U000104ce"
        "\U000104f6\U000118b8\U000118d8\U00016f42\U0001ccea\U0001f164\U0001f184"
    ),
    "v": (
        "\u03bd\u0474\u0475\u05d8\u0667\u06f7\u13d9\u142f\u1d20\u2228"
        "\u22c1\u2d38\ua4e6\ua6df\ua75e\ua75f\uaba9\U0001051d\U00011706\U000118a0"
        "\U000118c0\U00016f08\U0001cceb\U0001d20d\U0001f165\U0001f185"
    ),
    "w": (
        "\u019c\u026f\u0448\u0461\u051c\u051d\u0561\u13b3\u13d4\u1d21"
        "\u2cbd\ua4ea\uab83\U0001170a\U0001170e\U0001170f\U000118e6\U000118ef\U0001ccec\U0001f166"
        "\U0001f186"
    ),
    "x": (
        "\xd7\u03a7\u0425\u0445\u1541\u157d\u166d\u16b7\u2573\u292b"
        "\u292c\u2a2f\u2cac\u2d5d\ua4eb\ua7b3\uab53\U00010290\U000102b4\U00010317"
        "\U00010322\U00010527\U000118ec\U0001cced\U0001f167\U0001f187"
    ),
    "y": (
        "\u0194\u024e\u024f\u0263\u028f\u03a5\u03b3\u0423\u0443\u04ae"
        "\u04af\u10e7\u13a9\u13bd\u1d8c\u1efe\u1eff\u2ca8\u2ca9\ua4ec"
        "\uab5a\U000102b2\U000118a4\U000118dc\U00016f43\U0001ccee\U0001f168\U0001f188"
    ),
    "z": (
        "\u01b5\u01b6\u0396\u13c3\u1d22\ua4dc\uab93\U000102f5\U000118a9\U000118c4"
        "\U000118e5\U0001ccef\U0001f169\U0001f189"
    ),
    "\xe6": (
        "\u04d4\u04d5"
    ),
    "\xe7": (
        "\u04aa\u04ab"
    ),
    "\u0127": (
        "\u045b"
    ),
    "\u0259": (
        "\u04d8\u04d9"
    ),
}
"""Small Latin letter -> the characters that look like it, or like its capital."""
DOT_MARKS: Final = (
    "\u0307\u0358\u05b9\u05ba\u05c1\u05c2\u05c4\u06ec\u0740\u0741"
    "\u07ed\u08ea\u0902\u0a02\u0a82\u0bcd"
)
"""The combining marks that look like a dot above a letter."""
