import * as published from '@frontegg/entitlements-javascript-commons'
import { describe, expect, test, vi } from 'vitest'
import vectors from '../../../../../vectors/entitlements.json'
import { buildAttributes } from './attributes'
import { isConditionMet } from './conditions'
import { decideEntitlement } from './decide'
import type { Attribute, Attributes, Condition, Entitlements } from './types'

type Given = unknown

interface Group {
  readonly op: string
  readonly value: Record<string, unknown>
  readonly true: readonly Given[]
  readonly false: readonly Given[]
  readonly neither: readonly Given[]
}

interface Case {
  readonly says: string
  readonly entitlements: Entitlements
  readonly person: 'ann' | 'bob' | null
  readonly given: Record<string, Given>
  readonly featureKey?: string
  readonly permissionKey?: string
  readonly answer: string | null
  readonly published?: 'entitled' | 'raises'
}

const groups: readonly Group[] = vectors.conditions
const cases = vectors.decisions as unknown as readonly Case[]
const NOW = Date.parse(vectors.now)

const attributeOf = (given: Given): Attribute =>
  typeof given === 'object' && given !== null && 'date' in given ? new Date(String(given.date)) : (given as Attribute)

const rows = groups.flatMap(({ op, value, ...given }) =>
  [
    ...given.true.map((attribute) => [attribute, true, false] as const),
    ...given.false.map((attribute) => [attribute, false, true] as const),
    ...given.neither.map((attribute) => [attribute, false, false] as const),
    [undefined, false, false] as const,
  ].map(([given, plain, negated]) => ({
    name: `${JSON.stringify(given)} ${op} ${JSON.stringify(value)}`,
    attributes: { it: attributeOf(given) },
    condition: { attribute: 'it', op, value },
    plain,
    negated,
    // The published library coerces or raises where an attribute or a value is not what is compared.
    isPublished: plain !== negated,
  })),
)

const theirs = (condition: Condition, attributes: Attributes) =>
  published.evaluateFeatureFlag(
    {
      on: true,
      offTreatment: published.TreatmentEnum.False,
      defaultTreatment: published.TreatmentEnum.False,
      rules: [
        {
          conditionLogic: published.ConditionLogicEnum.And,
          treatment: published.TreatmentEnum.True,
          conditions: [condition as unknown as published.Condition],
        },
      ],
    },
    attributes,
  ).treatment === published.TreatmentEnum.True

describe('conditions', () => {
  test.each(rows)('$name', ({ attributes, condition, plain, negated }) => {
    expect(isConditionMet({ ...condition, negate: false }, attributes)).toBe(plain)
    expect(isConditionMet({ ...condition, negate: true }, attributes)).toBe(negated)
  })

  test.each(rows.filter(({ isPublished }) => isPublished))(
    'as published: $name',
    ({ attributes, condition, plain, negated }) => {
      expect(theirs({ ...condition, negate: false }, attributes)).toBe(plain)
      expect(theirs({ ...condition, negate: true }, attributes)).toBe(negated)
    },
  )
})

const person = ({ person }: Case) => (person ? vectors.people[person] : null)

const given = ({ given }: Case): Attributes =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, attributeOf(value)]))

const decisionOf = (answer: string | null) =>
  answer === null ? { isEntitled: true } : { isEntitled: false, justification: answer }

describe('decisions', () => {
  test.each(cases)('$says', (one) => {
    const attributes = buildAttributes(person(one), given(one))
    const wanted = one.featureKey ? { featureKey: one.featureKey } : { permissionKey: one.permissionKey ?? '' }
    expect(decideEntitlement(one.entitlements, wanted, attributes, NOW)).toEqual(decisionOf(one.answer))
  })

  test.each(cases)('as published: $says', (one) => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    const context = one.entitlements as unknown as published.UserEntitlementsContext
    const attributes = {
      custom: given(one) as published.CustomAttributes,
      jwt: (person(one) ?? {}) as published.JwtAttributes,
    }
    const decide = () =>
      one.featureKey
        ? published.evaluateIsEntitledToFeature(one.featureKey, context, attributes)
        : published.evaluateIsEntitledToPermissions(one.permissionKey ?? '', context, attributes)
    if (one.published === 'raises') expect(decide).toThrow()
    else expect(decide()).toEqual(decisionOf(one.published === 'entitled' ? null : one.answer))
    vi.useRealTimers()
  })
})
