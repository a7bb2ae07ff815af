import type { TokenCondition } from '../../wire'

export const ATTRIBUTES = ['tenantId', 'applicationId', 'roleIds', 'userEmail', 'userId', 'tokenType'] as const
export type Attribute = TokenCondition['attribute']

export const OPERATORS = ['in_list', 'contains', 'ends_with'] as const
export type Operator = TokenCondition['op']

/** Roles are held or not; everything else is a text. */
export const operatorsFor = (attribute: Attribute): readonly Operator[] =>
  attribute === 'roleIds' ? ['in_list'] : OPERATORS

export const KINDS = ['userToken', 'userApiToken', 'tenantApiToken'] as const

/** With another thing to compare, which takes other values. */
export const withAttribute = (condition: TokenCondition, attribute: Attribute): TokenCondition => ({
  ...condition,
  attribute,
  op: operatorsFor(attribute).includes(condition.op) ? condition.op : 'in_list',
  value: { list: [] },
})

export const newCondition = (): TokenCondition => ({
  attribute: 'tenantId',
  op: 'in_list',
  negate: false,
  value: { list: [] },
})
