import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { mapProblemsToFields } from '../shared/document-problems'
import { readJson } from '../shared/json-text'
import type { Flag, Rule } from '../wire'
import { cleanRules } from './conditions'
import { KEY } from './flags.queries'
import { t } from './flags.texts'
import { ruleProblemMessage } from './rule-problem-message'

const FLAGS = '/entitlements/resources/feature-flags/v1'
const invalidates = [KEY, ['features']]
const NAMES = { rules: 'rules', metadata: 'metadata' }
const pathParams = ({ id }: Flag) => ({ params: { path: { flag_id: id } } })

export interface FlagValues {
  readonly name: string
  readonly featureId: string
  readonly description: string
  readonly on: boolean
  readonly offTreatment: 'true' | 'false'
  readonly defaultTreatment: 'true' | 'false'
  readonly rules: Rule[]
  /** JSON text. */
  readonly metadata: string
}

/** Converts form values into the request body. */
const toRequestBody = <Values extends Partial<FlagValues>>({ rules, metadata, ...rest }: Values) => ({
  ...rest,
  ...(rules && { rules: cleanRules(rules) }),
  ...(metadata !== undefined && { metadata: readJson(metadata) }),
})

export const createFlag = defineAction({
  call: (api, values: FlagValues) =>
    mapProblemsToFields(NAMES, unwrap(api.POST(FLAGS, { body: toRequestBody(values) })), ruleProblemMessage),
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

interface Change {
  readonly flag: Flag
  readonly values: Partial<FlagValues>
}

export const changeFlag = defineAction({
  call(api, { flag, values: { featureId: _, ...values } }: Change) {
    const body = toRequestBody(values)
    return mapProblemsToFields(
      NAMES,
      unwrap(api.PATCH(`${FLAGS}/{flag_id}`, { ...pathParams(flag), body })),
      ruleProblemMessage,
    )
  },
  invalidates,
  done: ({ flag, values }) => t('edit.done', { name: values.name ?? flag.name }),
})

export const deleteFlag = defineAction({
  call: (api, flag: Flag) => unwrap(api.DELETE(`${FLAGS}/{flag_id}`, pathParams(flag))),
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
})
