import { defineAction } from '@gatehouse/admin-portal/kit'
import { ApiError, unwrap } from '@gatehouse/api'
import { mapProblemsToFields } from '../shared/document-problems'
import { readJson } from '../shared/json-text'
import type { Feature } from '../wire'
import { KEY } from './features.queries'
import { t } from './features.texts'

/** Plans and flags show the names of features. */
const invalidates = [KEY, ['plans'], ['flags']]
const NAMES = { name: 'name', permissions: 'permissions', metadata: 'metadata' }

export interface FeatureValues {
  readonly name: string
  readonly key: string
  readonly description: string
  readonly permissions: string[]
  /** JSON text. */
  readonly metadata: string
}

/** Converts form values into the request body. */
const toRequestBody = <Values extends Partial<FeatureValues>>({ metadata, ...values }: Values) => ({
  ...values,
  ...(metadata !== undefined && { metadata: readJson(metadata) }),
})

export const createFeature = defineAction({
  call: (api, values: FeatureValues) =>
    mapProblemsToFields(
      NAMES,
      unwrap(api.POST('/entitlements/resources/features/v1', { body: toRequestBody(values) })),
    ),
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

interface Change {
  readonly feature: Feature
  readonly values: Partial<FeatureValues>
}

export const changeFeature = defineAction({
  call(api, { feature, values }: Change) {
    const params = { path: { feature_id: feature.id } }
    const call = api.PATCH('/entitlements/resources/features/v1/{feature_id}', { params, body: toRequestBody(values) })
    return mapProblemsToFields(NAMES, unwrap(call))
  },
  invalidates,
  done: ({ feature, values }) => t('edit.done', { name: values.name ?? feature.name }),
})

export const deleteFeature = defineAction({
  async call(api, { id }: Feature) {
    const params = { path: { feature_id: id } }
    try {
      await unwrap(api.DELETE('/entitlements/resources/features/v1/{feature_id}', { params }))
    } catch (error) {
      // The server reports the path in its document, which means nothing to the user here.
      if (!(error instanceof ApiError && error.code === 'vendor.document_refused')) throw error
      throw new ApiError(0, '', [t('delete.held')], error.traceId)
    }
  },
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
})
