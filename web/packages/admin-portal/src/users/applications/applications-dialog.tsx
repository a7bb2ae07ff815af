import { fieldProps } from '@gatehouse/ui'
import { MultiSelect } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '../../shared/action'
import { DialogForm, useDialogForm } from '../../shared/dialog-form'
import { Field } from '../../shared/field'
import type { Application, TeamUser } from '../../wire'
import { nameOf } from '../person'
import { useT } from '../users.texts'
import { assignApplications } from './applications.queries'

interface ApplicationsDialogProps {
  readonly user: TeamUser
  readonly all: readonly Application[]
  readonly assigned: readonly string[]
  readonly onClose: () => void
}

const schema = z.object({ appIds: z.array(z.string()).max(100) })

/** Only those whose access is managed: nobody is assigned to what everybody uses. */
export function ApplicationsDialog({ user, all, assigned, onClose }: ApplicationsDialogProps) {
  const t = useT()
  const assign = useAction(assignApplications, { untilShown: true })
  const managed = all.filter(({ accessType }) => accessType === 'MANAGED_ACCESS')
  const start = managed.flatMap(({ id }) => (assigned.includes(id) ? id : []))
  const dialog = useDialogForm({
    schema,
    start: { appIds: start },
    save({ appIds }) {
      const added = appIds.filter((id) => !start.includes(id))
      const gone = start.filter((id) => !appIds.includes(id))
      return assign.run({ user, tenantId: user.tenantId, added, gone })
    },
    refusals: { 'applications.*': 'appIds' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('applications.dialog', { name: nameOf(user) })}
      description={t('applications.dialogHelp')}
      submitLabel={t('applications.submit')}
    >
      <Field of={dialog} name="appIds">
        {({ error, ...input }) => (
          <MultiSelect
            {...fieldProps({ label: t('applications.title'), error })}
            {...input}
            data={managed.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={input.value.length === 0 ? t('applications.none') : undefined}
            searchable={managed.length > 6}
            data-autofocus
          />
        )}
      </Field>
    </DialogForm>
  )
}
