import { fieldProps } from '@gatehouse/ui'
import { MultiSelect } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '../../shared/action'
import { DialogForm, useDialogForm } from '../../shared/dialog-form'
import { Field } from '../../shared/field'
import { useReadAgain } from '../../shared/read-again'
import type { Application, TeamUser } from '../../wire'
import { nameOf } from '../person'
import { useT } from '../users.texts'
import { assignApplications, assignedQuery } from './applications.queries'

interface ApplicationsDialogProps {
  readonly user: TeamUser
  readonly all: readonly Application[]
  readonly assigned: readonly string[]
  readonly onClose: () => void
}

const schema = z.object({ appIds: z.array(z.string()).max(100) })

/** Only applications with managed access can be assigned. */
export function ApplicationsDialog({ user, all, assigned, onClose }: ApplicationsDialogProps) {
  const t = useT()
  const assign = useAction(assignApplications, { awaitRefetch: true })
  const managed = all.filter(({ accessType }) => accessType === 'MANAGED_ACCESS')
  const startOf = (held: readonly string[]) => ({ appIds: managed.flatMap(({ id }) => (held.includes(id) ? id : [])) })
  const readAgain = useReadAgain()
  const dialog = useDialogForm({
    schema,
    start: startOf(assigned),
    current: async () => startOf((await readAgain((api) => assignedQuery(api, [user.id]))).get(user.id) ?? []),
    save({ appIds }, _, base) {
      const added = appIds.filter((id) => !base.appIds.includes(id))
      const gone = base.appIds.filter((id) => !appIds.includes(id))
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
