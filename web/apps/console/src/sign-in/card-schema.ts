import { z } from 'zod'
import type { FieldKind } from './fields'
import { t } from './sign-in.texts'

/** Validation of the fields of a card. */
export function schemaOf(
  fields: Readonly<Record<string, FieldKind>>,
): z.ZodType<Record<string, unknown>, Record<string, unknown>> {
  return z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, typeOf(field)])))
}

function typeOf(field: FieldKind): z.ZodType {
  switch (field.kind) {
    case 'switch':
      return z.boolean()
    case 'choice':
    case 'text':
      return z.string()
    case 'choices':
    case 'lines':
      return z.array(z.string())
    case 'number':
    case 'duration':
      return numberOf(field.kind, field.min, field.max)
  }
}

/** Or empty, which resets the field to its default. */
function numberOf(kind: 'number' | 'duration', min: number, max: number): z.ZodType {
  const isWithin = (value: unknown) =>
    value === undefined ||
    Number.isNaN(value) ||
    (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)
  return z.unknown().refine(isWithin, { error: () => (kind === 'number' ? t('outOf', { min, max }) : t('outOfTime')) })
}
