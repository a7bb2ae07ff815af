import { useTenants } from '@gatehouse/react'
import { fieldProps } from '@gatehouse/ui'
import { Select, Switch } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { usePermissions } from '../shared/permissions'
import { RolesField } from '../shared/roles-field'
import { createInviteLink, MINUTES } from './invite-link.queries'
import { useT } from './users.texts'

const DAY = 24 * 60
const DAYS = [1, 7, 30, 90]

const schema = z.object({ minutes: z.string(), roleIds: z.array(z.string()), shouldSendEmail: z.boolean() })

/** How long, for which roles. The dialog stays and shows the link once it is made. */
export function InviteLinkForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const can = usePermissions()
  const { activeTenant } = useTenants()
  const create = useAction(createInviteLink, { awaitRefetch: true })
  const dialog = useDialogForm({
    schema,
    start: { minutes: String(MINUTES), roleIds: [], shouldSendEmail: true },
    async save({ minutes, ...wish }) {
      await create.run({ ...wish, expiresInMinutes: Number(minutes) })
      return 'stay'
    },
    onClose,
  })
  const lasts = DAYS.map((days) => ({ value: String(days * DAY), label: t('link.days', { count: days }) }))
  return (
    <DialogForm
      of={dialog}
      title={t('link.title', { name: activeTenant?.name ?? '' })}
      description={t('link.description', { name: activeTenant?.name ?? '' })}
      submitLabel={t('link.submit')}
    >
      <Field of={dialog} name="minutes">
        {({ error, onChange, ...input }) => (
          <Select
            {...fieldProps({ label: t('link.lasts'), error })}
            {...input}
            data={lasts}
            onChange={(next) => next && onChange(next)}
            allowDeselect={false}
            maw={200}
          />
        )}
      </Field>
      {can('fe.secure.read.roles') && (
        <Field of={dialog} name="roleIds">
          {(input) => (
            <RolesField
              label={t('link.roles')}
              help={t('invite.rolesHelp')}
              placeholder={t('invite.rolesPlaceholder')}
              {...input}
            />
          )}
        </Field>
      )}
      <Field of={dialog} name="shouldSendEmail">
        {({ value, onChange, name, ref, onBlur }) => (
          <Switch
            label={t('link.mail')}
            aria-label={t('link.mail')}
            description={t('link.mailHelp')}
            checked={value}
            onChange={(event) => onChange(event.currentTarget.checked)}
            {...{ name, ref, onBlur }}
          />
        )}
      </Field>
    </DialogForm>
  )
}
