import Ajv, { type ValidateFunction } from '@redocly/ajv/dist/2020'
// biome-ignore lint/style/noRestrictedImports: the server's own file, which is no package.
import description from '../../../../../src/gatehouse/openapi.json?raw'

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const document = JSON.parse(description) as Document

// Formats are not validated, so that tests can use short ids such as "u1".
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema({ $id: 'api', components: forbidExtraFields(document.components) })

/**
 * Finds the differences between a mocked response and the API description. Calls without a description, such as those
 * of other servers, are not checked.
 */
export async function findResponseProblems(request: Request, answer: Response): Promise<string[]> {
  const { pathname } = new URL(request.url)
  const operation = findOperation(request.method.toLowerCase(), pathname)
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  if (!operation || !isJson || !answer.ok) return []
  const call = `${request.method} ${pathname} answers ${answer.status}`
  const done = Object.keys(operation.responses).find((status) => status.startsWith('2')) ?? ''
  const schema = (operation.responses[answer.status] ?? operation.responses[done])?.content?.['application/json']
    ?.schema
  if (!schema) return []
  const check = getValidator(schema)
  if (check(await answer.clone().json())) return []
  return (check.errors ?? []).map(({ instancePath, message, params }) => {
    const detail = params.additionalProperty ?? params.allowedValues ?? ''
    return `${call}: ${instancePath || 'the answer'} ${message} ${detail}`.trim()
  })
}

function findOperation(method: string, pathname: string): Operation | undefined {
  const path = pathname.replace(/^\/frontegg/, '')
  const template = path in document.paths ? path : patterns.find(([, pattern]) => pattern.test(path))?.[0]
  return template === undefined ? undefined : document.paths[template]?.[method]
}

const patterns = Object.keys(document.paths).map(
  (template) => [template, new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)] as const,
)

const validators = new Map<object, ValidateFunction>()

function getValidator(schema: object): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')))
  validators.set(schema, check)
  return check
}

/** Forbids undescribed fields: the server sends exactly the fields that it describes, but a schema does not say so. */
function forbidExtraFields(node: object): object {
  return JSON.parse(JSON.stringify(node), (_, value: unknown) => {
    const isRecord = typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
    return isRecord && !('additionalProperties' in value) ? { ...value, additionalProperties: false } : value
  }) as object
}
