"""What a SQL statement does, from its syntax tree: the tables that it reads and writes, whether it names the
tenant or user at each of them, and whether it takes an advisory lock.

Row security says whether the rows of a table belong to a tenant or to a user. Where it shows a table to the
system alone, a column `tenant_id` or `user_id` says so.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import Any, Final

import postgast
from google.protobuf.message import Message
from postgast import pg_query_pb2 as pg

from gatehouse.kit.db.current_sql import Definition

# A column that names the owner as well: the row is a part of what it refers to.
PART_OF: Final = {
    "api_token_permissions": "token_id",
    "api_token_roles": "token_id",
    "refresh_tokens": "session_id",
    "role_permissions": "role_id",
    "tenants": "id",
}
STATEMENTS = (pg.SelectStmt, pg.InsertStmt, pg.UpdateStmt, pg.DeleteStmt, pg.MergeStmt)
# Their tables are named elsewhere in the statement, or are none.
IGNORED_FIELDS = frozenset({"with_clause", "locking_clause", "into_clause"})
ADVISORY_LOCK = re.compile(r"pg_(?:try_)?advisory_\w*lock\w*")
NAMED_IN_TEXT = re.compile(r"\b(from|join|using|into|update)\s+(?:public\.)?(\w+)")
ASSIGNED = re.compile(r"^[^=]*?:?=")
TRIGGER = re.compile(r"\(\)(\s+)returns trigger\b", re.IGNORECASE)


class Owner(StrEnum):
    TENANT = "tenant"
    USER = "user"
    NONE = "none"


class Action(StrEnum):
    """In the order of the list."""

    READ = "read"
    INSERT = "insert"
    UPDATE = "update"
    DELETE = "delete"


class Kind(StrEnum):
    TENANT_BY_KEY = "one tenant by key"
    ONE_TENANT = "one tenant"
    SEVERAL_TENANTS = "several tenants"
    ANY_TENANT_BY_KEY = "any tenant by key"
    ALL_TENANTS = "all tenants"
    ONE_USER = "one user"
    SEVERAL_USERS = "several users"
    JOINED = "tenant and user joined"
    COMMON = "common"
    COMPOSED = "composed"


@dataclass(frozen=True, slots=True)
class Table:
    """`owner_columns`: each of them names the owner. `keys`: the columns of unique indexes. `tables`: those
    that a view reads, else the table itself."""

    name: str
    owner: Owner
    owner_columns: frozenset[str]
    columns: frozenset[str]
    keys: tuple[frozenset[str], ...]
    tables: frozenset[str]


Schema = Mapping[str, Table]


@dataclass(slots=True)
class Facts:
    """What is known of a statement, or of several that are listed as one. `unnamed`: the tables of tenants or
    users whose owner it does not name."""

    actions: set[Action] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    unnamed: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    names_several: bool = False
    is_keyed: bool = True
    takes_lock: bool = False
    is_composed: bool = False

    def add(self, other: "Facts") -> None:
        self.actions |= other.actions
        self.tables |= other.tables
        self.unnamed |= other.unnamed
        self.calls |= other.calls
        self.names_several |= other.names_several
        self.is_keyed &= other.is_keyed
        self.takes_lock |= other.takes_lock
        self.is_composed |= other.is_composed

    def find_kind(self, schema: Schema) -> Kind:
        owners = {schema[name].owner for name in self.tables} - {Owner.NONE}
        if owners == {Owner.TENANT, Owner.USER}:
            return Kind.JOINED
        if self.is_composed:
            return Kind.COMPOSED
        if owners == {Owner.USER}:
            return Kind.SEVERAL_USERS if self.unnamed or self.names_several else Kind.ONE_USER
        if not owners:
            return Kind.COMMON
        if self.unnamed:
            return Kind.ANY_TENANT_BY_KEY if self.is_keyed else Kind.ALL_TENANTS
        if self.names_several:
            return Kind.SEVERAL_TENANTS
        return Kind.TENANT_BY_KEY if self.is_keyed else Kind.ONE_TENANT

    def find_unnamed_tenant_tables(self, schema: Schema) -> list[str]:
        return sorted(name for name in self.unnamed if schema[name].owner is Owner.TENANT)


@dataclass(frozen=True, slots=True)
class Column:
    """Of the item of a `from` clause that is called so."""

    item: str
    name: str


@dataclass(frozen=True, slots=True)
class Equality:
    """`other`: a column of the same level; None: a value. `is_many`: one of several values. `restricts`: the
    items whose rows it restricts, where an outer join keeps the others; None: all."""

    column: Column
    other: Column | None = None
    is_many: bool = False
    restricts: frozenset[str] | None = None


@dataclass(slots=True)
class Level:
    """One `from` clause with its conditions. `parts`: the names of query parts (`with`) that it can use.
    `items`: by alias; None for a query part, a function or a sub-select, which is `nested`."""

    parts: frozenset[str]
    nested: list[Message] = field(default_factory=list)
    items: dict[str, Table | None] = field(default_factory=dict)
    conditions: list[tuple[Message, frozenset[str] | None]] = field(default_factory=list)
    equalities: list[Equality] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    keyed: set[str] = field(default_factory=set)


def parse_facts(sql: str, schema: Schema) -> Facts:
    """Of one statement or several."""
    reader = _StatementReader(schema)
    for one in postgast.parse(sql).stmts:
        reader.read(postgast.unwrap_node(one.stmt), frozenset())
    return reader.finish()


def parse_function_facts(definition: Definition, schema: Schema) -> Facts:
    """Of the statements in its body."""
    statement = postgast.parse(definition.text).stmts[0].stmt.create_function_stmt
    options = {one.def_elem.defname: one.def_elem.arg for one in statement.options}
    if options["language"].string.sval == "sql":
        return parse_facts(options["as"].list.items[0].string.sval, schema)
    # The parser writes no valid JSON for a function that returns a trigger.
    text = TRIGGER.sub(r"(new record, old record)\1returns record", definition.text)
    facts = Facts(is_keyed=False)
    for one in _find_nodes(postgast.parse_plpgsql(text)):
        if expression := one.get("PLpgSQL_expr"):
            facts.add(parse_facts(_compose_statement(expression), schema))
        if "dynquery" in one or any(name.startswith("PLpgSQL_stmt_dyn") for name in one):
            facts.is_composed = True
    if facts.is_composed:
        found = NAMED_IN_TEXT.findall(options["as"].list.items[0].string.sval)
        facts.tables |= {name for _, name in found if name in schema}
        if facts.tables:
            facts.actions.add(Action.READ)
    return facts


def _compose_statement(expression: Mapping[str, Any]) -> str:
    """A statement that can be parsed, of a text in PL/pgSQL."""
    text: str = expression["query"]
    match expression["parseMode"]:
        case 0:
            return text
        case 2:
            return f"select {text}"
        case _:
            return f"select {ASSIGNED.sub('', text, count=1)}"


def _find_nodes(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for one in value.values():
            yield from _find_nodes(one)
    elif isinstance(value, list):
        for one in value:
            yield from _find_nodes(one)


def read_schema(sql: str, security: Iterable[Definition]) -> dict[str, Table]:
    """Tables and views of `schema.sql`. `security`: the calls that enable the row security of a table."""
    shown_by = dict(_parse_row_security(one.text) for one in security)
    statements = [postgast.unwrap_node(one.stmt) for one in postgast.parse(sql).stmts]
    keys: dict[str, list[frozenset[str]]] = {}
    for one in statements:
        if isinstance(one, pg.IndexStmt) and one.unique and not one.HasField("where_clause"):
            columns = frozenset(part.index_elem.name for part in one.index_params)
            if "" not in columns:
                keys.setdefault(one.relation.relname, []).append(columns)
    schema: dict[str, Table] = {}
    for one in statements:
        if isinstance(one, pg.CreateStmt):
            name = one.relation.relname
            parts = [postgast.unwrap_node(part) for part in one.table_elts]
            columns = frozenset(part.colname for part in parts if isinstance(part, pg.ColumnDef))
            unique = [
                frozenset(key.string.sval for key in part.keys)
                for part in parts
                if isinstance(part, pg.Constraint)
                and part.contype in (pg.CONSTR_PRIMARY, pg.CONSTR_UNIQUE)
            ]
            owner, named_by = _find_owner(name, columns, shown_by.get(name, {}))
            schema[name] = Table(
                name, owner, named_by, columns, (*unique, *keys.get(name, ())), frozenset({name})
            )
    for one in statements:
        if isinstance(one, pg.ViewStmt):
            schema[one.view.relname] = _build_view(one, schema)
    return schema


def _find_owner(
    name: str, columns: frozenset[str], shown_by: Mapping[str, str]
) -> tuple[Owner, frozenset[str]]:
    """Who owns the rows, and the columns of which each names the owner. `shown_by`: the columns of its row
    security, by parameter."""
    part = frozenset({PART_OF[name]} if name in PART_OF else ())
    if "user_column" in shown_by:
        return Owner.USER, part | frozenset(shown_by.values())
    if "tenant_id" in columns:
        return Owner.TENANT, part | {"tenant_id"}
    if "user_id" in columns:
        return Owner.USER, part | {"user_id"}
    return (Owner.USER, part) if part else (Owner.NONE, part)


def _parse_row_security(sql: str) -> tuple[str, dict[str, str]]:
    """The table, and its columns by the parameters that name them."""
    call = postgast.parse(sql).stmts[0].stmt.call_stmt.funccall
    named = [one.named_arg_expr for one in call.args[1:]]
    return call.args[0].a_const.sval.sval, {
        one.name: one.arg.a_const.sval.sval for one in named if one.name.endswith("_column")
    }


def _build_view(view: pg.ViewStmt, schema: Schema) -> Table:
    """A view has the owner of its rows where it has the column."""
    query = postgast.unwrap_node(view.query)
    reader = _StatementReader(schema)
    reader.read(query, frozenset())
    targets = query.target_list if isinstance(query, pg.SelectStmt) else ()
    columns = frozenset(
        one.res_target.name or one.res_target.val.column_ref.fields[-1].string.sval
        for one in targets
    )
    name = view.view.relname
    owner, named_by = _find_owner(name, columns, {})
    return Table(name, owner, named_by, columns, (), frozenset(reader.finish().tables))


class _StatementReader:
    """Reads statements and adds what they do to `facts`."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._facts = Facts()
        self._references = 0
        self._keyed = 0

    def finish(self) -> Facts:
        self._facts.is_keyed = self._references == 0 or self._references == self._keyed == 1
        return self._facts

    def read(self, node: Message, parts: frozenset[str]) -> None:
        """A statement. `parts`: the names of query parts (`with`) that it can use."""
        clause: pg.WithClause | None = getattr(node, "with_clause", None)
        for one in clause.ctes if clause else ():
            part = one.common_table_expr
            inner = parts | {part.ctename} if clause and clause.recursive else parts
            self.read(postgast.unwrap_node(part.ctequery), inner)
            parts |= {part.ctename}
        level = Level(parts)
        self._read_action(node, level)
        for child in _list_children(node):
            self._walk(child, level)
        if isinstance(node, pg.SelectStmt) and any(level.items.values()):
            self._facts.actions.add(Action.READ)
        self._finish_level(level)
        for one in level.nested:
            self.read(one, parts)

    def _read_action(self, node: Message, level: Level) -> None:
        match node:
            case pg.InsertStmt():
                self._facts.actions.add(Action.INSERT)
                self._read_insert(node, level)
                if node.on_conflict_clause.action == pg.ONCONFLICT_UPDATE:
                    self._facts.actions.add(Action.UPDATE)
            case pg.UpdateStmt():
                self._facts.actions.add(Action.UPDATE)
            case pg.DeleteStmt():
                self._facts.actions.add(Action.DELETE)
            case pg.MergeStmt():
                self._facts.actions |= {Action.INSERT, Action.UPDATE}
                level.conditions.append((node.join_condition, None))
        where = getattr(node, "where_clause", None)
        if where is not None:
            level.conditions.append((where, None))

    def _read_insert(self, node: pg.InsertStmt, level: Level) -> None:
        """The new rows name their owner by a column."""
        table = self._schema.get(node.relation.relname)
        if table is None:
            return
        columns = {one.res_target.name for one in node.cols} or table.columns
        alias = _get_alias(node.relation)
        if columns & table.owner_columns:
            level.named.add(alias)
        if len(node.select_stmt.select_stmt.values_lists) == 1:
            level.keyed.add(alias)

    def _walk(self, node: Message, level: Level) -> list[str]:
        """Read the level that `node` belongs to; returns the items that a `from` clause gets by it."""
        match node:
            case pg.RangeVar():
                return [self._add_item(node, level)]
            case pg.JoinExpr():
                return self._read_join(node, level)
            case pg.FuncCall():
                self._read_call(node)
            case _ if isinstance(node, STATEMENTS):
                level.nested.append(node)
                return []
        for child in _list_children(node):
            self._walk(child, level)
        if isinstance(node, pg.RangeSubselect | pg.RangeFunction):
            level.items[node.alias.aliasname] = None
            return [node.alias.aliasname]
        return []

    def _add_item(self, node: pg.RangeVar, level: Level) -> str:
        alias = _get_alias(node)
        is_part = not node.schemaname and node.relname in level.parts
        table = None if is_part else self._schema.get(node.relname)
        level.items[alias] = table
        if table:
            self._facts.tables |= table.tables
        return alias

    def _read_join(self, node: pg.JoinExpr, level: Level) -> list[str]:
        left, right = (
            self._walk(postgast.unwrap_node(side), level) for side in (node.larg, node.rarg)
        )
        restricts = {
            pg.JOIN_LEFT: frozenset(right),
            pg.JOIN_RIGHT: frozenset(left),
            pg.JOIN_FULL: frozenset[str](),
        }.get(node.jointype)
        if node.HasField("quals"):
            quals = postgast.unwrap_node(node.quals)
            level.conditions.append((quals, restricts))
            self._walk(quals, level)
        for one in node.using_clause:
            column = one.string.sval
            ours, theirs = (_find_items(level, column, side) for side in (left, right))
            level.equalities += [
                Equality(Column(a, column), Column(b, column), restricts=restricts)
                for a in ours
                for b in theirs
            ]
            for mine, other in ((ours, theirs), (theirs, ours)):
                if not other:
                    level.equalities += [
                        Equality(Column(a, column), restricts=restricts) for a in mine
                    ]
        return [*left, *right]

    def _read_call(self, node: pg.FuncCall) -> None:
        called = node.funcname[-1].string.sval
        if ADVISORY_LOCK.fullmatch(called):
            self._facts.takes_lock = True
        self._facts.calls.add(called)

    def _finish_level(self, level: Level) -> None:
        for condition, restricts in level.conditions:
            level.equalities += _find_equalities(condition, level, restricts)
        owned = {
            alias: table
            for alias, table in level.items.items()
            if table and table.owner is not Owner.NONE
        }
        self._find_named(level, owned)
        for alias, table in owned.items():
            self._references += 1
            if alias not in level.named:
                self._facts.unnamed.add(table.name)
            fixed = {
                one.column.name
                for one in level.equalities
                if one.column.item == alias and not one.other and not one.is_many
            }
            if alias in level.keyed or any(key <= fixed for key in table.keys):
                self._keyed += 1

    def _find_named(self, level: Level, owned: Mapping[str, Table]) -> None:
        """Which items have their owner named: by a value, or by a column of another one that has."""
        sides = [
            (one, side, other)
            for one in level.equalities
            for side, other in ((one.column, one.other), (one.other, one.column))
            if side and (one.restricts is None or side.item in one.restricts)
            if (table := owned.get(side.item)) and side.name in table.owner_columns
        ]
        before = -1
        while before != len(level.named):
            before = len(level.named)
            for one, side, other in sides:
                if side.item in level.named:
                    continue
                if other is None or other.item not in owned or other.item in level.named:
                    level.named.add(side.item)
                    self._facts.names_several |= one.is_many


def _list_children(node: Message) -> Iterator[Message]:
    for descriptor, value in node.ListFields():
        if descriptor.message_type is None or descriptor.name in IGNORED_FIELDS:
            continue
        for one in (value,) if isinstance(value, Message) else value:
            yield postgast.unwrap_node(one)


def _get_alias(node: pg.RangeVar) -> str:
    alias: str = node.alias.aliasname
    return alias or str(node.relname)


def _find_items(level: Level, column: str, among: Iterable[str]) -> list[str]:
    """The tables that have the column."""
    return [
        alias for alias in among if (table := level.items.get(alias)) and column in table.columns
    ]


def _find_columns(node: Message, level: Level) -> list[Column]:
    """The columns of this level that an expression is; none where it is a value."""
    node = postgast.unwrap_node(node)
    if not isinstance(node, pg.ColumnRef):
        return []
    names = [one.string.sval for one in node.fields]
    if len(names) == 1:
        return [Column(alias, names[0]) for alias in _find_items(level, names[0], level.items)]
    return [Column(names[-2], names[-1])] if level.items.get(names[-2]) else []


def _find_equalities(
    node: Message, level: Level, restricts: frozenset[str] | None
) -> list[Equality]:
    """What holds wherever the condition does."""
    node = postgast.unwrap_node(node)
    match node:
        case pg.BoolExpr(boolop=pg.AND_EXPR):
            found = (_find_equalities(one, level, restricts) for one in node.args)
            return list(chain.from_iterable(found))
        case pg.BoolExpr(boolop=pg.OR_EXPR):
            return _intersect([_find_equalities(one, level, restricts) for one in node.args])
        case pg.NullTest(nulltesttype=pg.IS_NULL):
            return [Equality(one, None, False, restricts) for one in _find_columns(node.arg, level)]
        case pg.A_Expr() if [one.string.sval for one in node.name] == ["="]:
            is_many = node.kind in (pg.AEXPR_OP_ANY, pg.AEXPR_IN)
            if is_many or node.kind == pg.AEXPR_OP:
                return _compare(node.lexpr, node.rexpr, level, is_many, restricts)
        case pg.SubLink(sub_link_type=pg.ANY_SUBLINK) if not node.oper_name:
            return [
                Equality(one, None, True, restricts)
                for part in _list_parts(node.testexpr)
                for one in _find_columns(part, level)
            ]
    return []


def _compare(
    left: Message, right: Message, level: Level, is_many: bool, restricts: frozenset[str] | None
) -> list[Equality]:
    ours, theirs = _list_parts(left), _list_parts(right)
    if is_many or len(ours) != len(theirs):
        return [
            Equality(one, None, is_many, restricts)
            for part in ours
            for one in _find_columns(part, level)
        ]
    found: list[Equality] = []
    for a, b in zip(ours, theirs, strict=True):
        first, second = _find_columns(a, level), _find_columns(b, level)
        if not first or not second:
            found += [Equality(one, None, False, restricts) for one in (*first, *second)]
        found += [Equality(one, two, False, restricts) for one in first for two in second]
    return found


def _list_parts(node: Message) -> Sequence[Message]:
    """Of a row, or the expression itself."""
    node = postgast.unwrap_node(node)
    return list(node.args) if isinstance(node, pg.RowExpr) else [node]


def _intersect(arms: Sequence[Sequence[Equality]]) -> list[Equality]:
    """What each arm says of a column; by a column of another item where one of them does."""
    common = set.intersection(*({one.column for one in arm} for arm in arms))
    found: list[Equality] = []
    for column in common:
        said = [one for arm in arms for one in arm if one.column == column]
        others = [one for one in said if one.other]
        found.append((others or said)[0])
    return found
