import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { readJson } from '../shared/json-text'
import { cleanLines } from '../shared/lines-field'
import type { TokenRule, TokenTemplate } from '../wire'
import { KEY, TARGETING, TEMPLATES } from './tokens.queries'
import { t } from './tokens.texts'

const ONE = `${TEMPLATES}/{template_id}` as const
const invalidates = [KEY]
const pathParams = ({ id }: TokenTemplate) => ({ params: { path: { template_id: id } } })

export interface TemplateValues {
  readonly name: string
  readonly key: string
  readonly description: string
  /** Lifetime in seconds. */
  readonly expiration: number
  /** JSON text. */
  readonly claims: string
}

/** Converts form values into the request body. */
const toRequestBody = ({ claims, description, ...values }: Partial<TemplateValues>) => ({
  ...values,
  ...(description !== undefined && { description: description || null }),
  ...(claims !== undefined && { templateSchema: { claims: readJson(claims) } }),
})

export const createTemplate = defineAction({
  call: (api, { name, key, expiration, claims, description }: TemplateValues) =>
    unwrap(
      api.POST(TEMPLATES, {
        body: {
          ...{ name, key, expiration, algorithm: 'RS256', description: description || null },
          templateSchema: { claims: readJson(claims) },
        },
      }),
    ),
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

interface Change {
  readonly template: TokenTemplate
  readonly values: Partial<TemplateValues>
}

export const changeTemplate = defineAction({
  call: (api, { template, values }: Change) =>
    unwrap(api.PUT(ONE, { ...pathParams(template), body: toRequestBody(values) })),
  invalidates,
  done: ({ template, values }) => t('edit.done', { name: values.name ?? template.name }),
})

export const deleteTemplate = defineAction({
  call: (api, template: TokenTemplate) => unwrap(api.DELETE(ONE, pathParams(template))),
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
  deletedIds: ({ id }) => [id],
})

interface Rules {
  readonly exists: boolean
  readonly rules: readonly TokenRule[]
}

export const saveRules = defineAction({
  call(api, { exists, rules }: Rules) {
    const body = { rules: rules.map(cleanRule) }
    return unwrap(exists ? api.PUT(TARGETING, { body }) : api.POST(TARGETING, { body }))
  },
  invalidates,
  done: () => t('rules.saved'),
})

/** Removes empty lines from the values. */
const cleanRule = (rule: TokenRule): TokenRule => ({
  ...rule,
  conditions: rule.conditions.map((one) => ({ ...one, value: { list: cleanLines(one.value.list) } })),
})
