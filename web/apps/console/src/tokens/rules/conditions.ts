import type { TokenCondition } from '../../wire'

export const ATTRIBUTES = ['tenantId', 'applicationId', 'roleIds', 'userEmail', 'userId', 'tokenType'] as const
export type Attribute = TokenCondition['attribute']

export const OPERATORS = ['in_list', 'contains', 'ends_with'] as const
export type Operator = TokenCondition['op']

/** Roles can only be compared as a list; all other attributes are texts. */
export const operatorsFor = (attribute: Attribute): readonly Operator[] =>
  attribute === 'roleIds' ? ['in_list'] : OPERATORS

export const KINDS = ['userToken', 'userApiToken', 'tenantApiToken'] as const

/** Changes the attribute, which takes other values. */
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
