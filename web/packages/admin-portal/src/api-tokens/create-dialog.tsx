import { fieldProps, TextField } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { usePermissions } from '../shared/permissions'
import { RolesField } from '../shared/roles-field'
import { shortText } from '../shared/schemas'
import { createToken, type MadeToken } from './api-tokens.actions'
import { t, useT } from './api-tokens.texts'
import { EXPIRY_DAYS, minutesOf, type Scope, type Token } from './token'

const schema = z.object({
  description: shortText(200).min(1, { error: () => t('create.descriptionMissing') }),
  roleIds: z.array(z.string()),
  days: z.string(),
})

const NEVER = 'never'
const START = { description: '', roleIds: [] as string[], days: '90' }

interface CreateDialogProps {
  scope: Scope
  /** What the vendor offers. */
  kind: Token['kind']
  onMade: (made: MadeToken) => void
  onClose: () => void
}

/** Closes when the token is made; its secret is then shown, this once. */
export function CreateDialog({ scope, kind, onMade, onClose }: CreateDialogProps) {
  const t = useT()
  const can = usePermissions()
  const create = useAction(createToken)
  const dialog = useDialogForm({
    schema,
    start: START,
    save: async ({ days, ...values }) =>
      onMade(await create.run({ scope, kind, expiresInMinutes: minutesOf(days), ...values })),
    onClose,
  })
  const isEndless = useWatch({ control: dialog.form.control, name: 'days' }) === ''
  const choices = EXPIRY_DAYS.map((days) => ({ value: String(days), label: t('create.days', { count: days }) }))

  return (
    <DialogForm
      of={dialog}
      title={t(scope === 'tenant' ? 'create.title' : 'create.titlePersonal')}
      submitLabel={t('create.submit')}
    >
      <Field of={dialog} name="description">
        {(input) => (
          <TextField
            label={t('create.description')}
            help={t('create.descriptionHelp')}
            autoComplete="off"
            data-autofocus
            {...input}
          />
        )}
      </Field>
      {scope === 'tenant' && can('fe.secure.read.roles') && (
        <Field of={dialog} name="roleIds">
          {(input) => (
            <RolesField
              label={t('create.roles')}
              help={t('create.rolesHelp')}
              placeholder={t('create.rolesPlaceholder')}
              {...input}
            />
          )}
        </Field>
      )}
      <Field of={dialog} name="days">
        {({ value, onChange, error, ...input }) => (
          <Select
            {...fieldProps({
              label: t('create.expiry'),
              ...(isEndless && { help: t('create.neverHelp') }),
              error,
            })}
            {...input}
            data={[...choices, { value: NEVER, label: t('create.expiryNever') }]}
            value={value === '' ? NEVER : value}
            onChange={(next) => onChange(next === NEVER || next === null ? '' : next)}
            allowDeselect={false}
            maw={240}
          />
        )}
      </Field>
    </DialogForm>
  )
}
