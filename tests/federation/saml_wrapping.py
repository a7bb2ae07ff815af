"""The eight classic ways to wrap a signature (Somorovsky et al., USENIX Security 2012): each leaves the
signed element whole somewhere in the message, and puts a forged one where a careless reader looks."""

from copy import deepcopy
from typing import Any

from lxml import etree

from tests.federation.saml_idp import DS, SAML, SAMLP, Message, Pair, assertion_of, signed

EVIL = "mallory@acme.example"


def xsw1(key: Pair) -> Any:
    """A forged response; the signed one stands in its signature."""
    root = signed(Message(), key, "Response")
    forged, original = _forged_response(root)
    signature_of(forged).append(original)
    return forged


def xsw2(key: Pair) -> Any:
    """A forged response; the signed one stands before its signature."""
    root = signed(Message(), key, "Response")
    forged, original = _forged_response(root)
    signature_of(forged).addprevious(original)
    return forged


def xsw3(key: Pair) -> Any:
    """A forged assertion stands before the signed one."""
    root = signed(Message(), key)
    root.insert(list(root).index(assertion_of(root)), _forged_assertion(root))
    return root


def xsw4(key: Pair) -> Any:
    """A forged assertion, and the signed one in it."""
    root = signed(Message(), key)
    original, forged = assertion_of(root), _forged_assertion(root)
    root.replace(original, forged)
    forged.append(original)
    return root


def xsw5(key: Pair) -> Any:
    """A forged assertion with the signature; the signed one without it stands at the end."""
    root = signed(Message(), key)
    original, forged = assertion_of(root), _forged_assertion(root)
    root.replace(original, forged)
    forged.insert(1, signature_of(original))
    root.append(original)
    return root


def xsw6(key: Pair) -> Any:
    """A forged assertion with the signature, and the signed one in the signature."""
    root = xsw5(key)
    signature_of(assertion_of(root)).append(root[-1])
    return root


def xsw7(key: Pair) -> Any:
    """A forged assertion in extensions, whose schema allows anything, with the same id."""
    root = signed(Message(), key)
    extensions = etree.Element(f"{{{SAMLP}}}Extensions")
    forged = _forged_assertion(root)
    forged.set("ID", assertion_of(root).get("ID"))
    extensions.append(forged)
    root.insert(1, extensions)
    return root


def xsw8(key: Pair) -> Any:
    """A forged assertion with the signature, and the signed one in an object of the signature."""
    root = xsw5(key)
    box = etree.SubElement(signature_of(assertion_of(root)), f"{{{DS}}}Object")
    box.append(root[-1])
    return root


ALL = [xsw1, xsw2, xsw3, xsw4, xsw5, xsw6, xsw7, xsw8]
HOLDING = [xsw2, xsw3, xsw4, xsw5]  # where libxmlsec finds the signature as good as before
NESTED = [xsw4, xsw6, xsw8]  # where one element holds all assertions


def signature_of(element: Any) -> Any:
    return element.find(f"{{{DS}}}Signature")


def _forged_response(root: Any) -> tuple[Any, Any]:
    forged, original = deepcopy(root), deepcopy(root)
    forged.set("ID", "_forged")
    _say_evil(assertion_of(forged), "_forged_assertion")
    original.remove(signature_of(original))
    return forged, original


def _forged_assertion(root: Any) -> Any:
    forged = deepcopy(assertion_of(root))
    forged.remove(signature_of(forged))
    _say_evil(forged, "_forged_assertion")
    return forged


def _say_evil(assertion: Any, new_id: str) -> None:
    assertion.set("ID", new_id)
    next(assertion.iter(f"{{{SAML}}}NameID")).text = EVIL
