import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { cleanRules } from '../flags/conditions'
import { ruleProblemMessage } from '../flags/rule-problem-message'
import { mapProblemsToFields } from '../shared/document-problems'
import { readJson } from '../shared/json-text'
import { cleanLines } from '../shared/lines-field'
import type { Plan, Rule } from '../wire'
import { KEY } from './plans.queries'
import { t } from './plans.texts'

const PLANS = '/entitlements/resources/plans/v1'
const invalidates = [KEY, ['entitlements']]
const NAMES = {
  name: 'name',
  features: 'featureKeys',
  license_types: 'licenseTypes',
  rules: 'rules',
  price_id: 'priceId',
  metadata: 'metadata',
}
const pathParams = ({ id }: Plan) => ({ params: { path: { plan_id: id } } })

export interface PlanValues {
  readonly name: string
  readonly description: string
  readonly featureKeys: string[]
  readonly defaultTimeLimitation: number | null
  readonly assignOnSignup: boolean
  readonly licenseTypes: string[]
  readonly defaultTreatment: 'true' | 'false'
  readonly rules: Rule[]
  /** Empty if the plan is not for sale. */
  readonly priceId: string
  readonly trialDays: number | null
  /** JSON text. */
  readonly metadata: string
}

const cleaned = <Values extends Partial<PlanValues>>({ rules, licenseTypes, priceId, metadata, ...rest }: Values) => ({
  ...rest,
  ...(metadata !== undefined && { metadata: readJson(metadata) }),
  ...(priceId !== undefined && { priceId: priceId || null }),
  ...(rules && { rules: cleanRules(rules) }),
  ...(licenseTypes && { licenseTypes: cleanLines(licenseTypes) }),
})

export const createPlan = defineAction({
  call: (api, values: PlanValues) =>
    mapProblemsToFields(
      NAMES,
      unwrap(api.POST(PLANS, { body: { ...cleaned(values), name: values.name } })),
      ruleProblemMessage,
    ),
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

interface Change {
  readonly plan: Plan
  readonly values: Partial<PlanValues>
}

export const changePlan = defineAction({
  call: (api, { plan, values }: Change) =>
    mapProblemsToFields(
      NAMES,
      unwrap(api.PATCH(`${PLANS}/{plan_id}`, { ...pathParams(plan), body: cleaned(values) })),
      ruleProblemMessage,
    ),
  invalidates,
  done: ({ plan, values }) => t('edit.done', { name: values.name ?? plan.name }),
})

export const deletePlan = defineAction({
  call: (api, plan: Plan) => unwrap(api.DELETE(`${PLANS}/{plan_id}`, pathParams(plan))),
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
})
