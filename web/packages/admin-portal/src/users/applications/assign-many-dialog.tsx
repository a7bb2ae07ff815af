import { useApi } from '@gatehouse/react'
import { ErrorState, fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useAction } from '../../shared/action'
import { DialogForm, useDialogForm } from '../../shared/dialog-form'
import { Field } from '../../shared/field'
import type { TeamUser } from '../../wire'
import { t, useT } from '../users.texts'
import { applicationsQuery, assignMany } from './applications.queries'

const schema = z.object({ appId: z.string().min(1, { error: () => t('applications.missing') }) })

/** One application for several people. Existing assignments stay. */
export function AssignManyDialog({ users, onClose }: { users: readonly TeamUser[]; onClose: () => void }) {
  const t = useT()
  const assign = useAction(assignMany)
  const { data = [], isPending, error: failed, refetch } = useQuery(applicationsQuery(useApi()))
  const managed = data.filter(({ accessType }) => accessType === 'MANAGED_ACCESS')
  const hasNone = !isPending && !failed && managed.length === 0
  const dialog = useDialogForm({
    schema,
    start: { appId: '' },
    save: ({ appId }) =>
      assign.run({ appId, name: managed.find(({ id }) => id === appId)?.name ?? '', users: [...users] }),
    refusals: { 'applications.*': 'appId' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('applications.dialogMany', { count: users.length })}
      description={t('applications.dialogHelp')}
      submitLabel={t('applications.assign')}
      size={440}
    >
      {failed && <ErrorState error={failed} onRetry={() => void refetch()} />}
      <Field of={dialog} name="appId">
        {({ error, onChange, value, ...input }) => (
          <Select
            {...fieldProps({ label: t('applications.one'), help: hasNone && t('applications.noneManaged'), error })}
            {...input}
            value={value || null}
            onChange={(id) => onChange(id ?? '')}
            data={managed.map(({ id, name }) => ({ value: id, label: name }))}
            searchable={managed.length > 6}
            disabled={isPending || hasNone}
            data-autofocus
          />
        )}
      </Field>
    </DialogForm>
  )
}
