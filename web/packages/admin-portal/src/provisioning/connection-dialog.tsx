import { fieldProps, TextField } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { shortText } from '../shared/schemas'
import type { DirectoryConnection, MadeConnection } from '../wire'
import { connectDirectory, renameConnection } from './provisioning.actions'
import { connectionsQuery } from './provisioning.queries'
import { t, useT } from './provisioning.texts'

const SOURCES = ['okta', 'azure-ad', 'other'] as const
const name = shortText(100).min(1, { error: () => t('form.nameMissing') })

interface ConnectDialogProps {
  readonly onMade: (made: MadeConnection) => void
  readonly onClose: () => void
}

/** Closes when the connection is made; its token is then shown, this once. */
export function ConnectDialog({ onMade, onClose }: ConnectDialogProps) {
  const t = useT()
  const connect = useAction(connectDirectory)
  const dialog = useDialogForm({
    schema: z.object({ source: z.enum(SOURCES), connectionName: name }),
    start: { source: 'okta' as (typeof SOURCES)[number], connectionName: '' },
    save: async (values) => onMade(await connect.run(values)),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('create.title')} submitLabel={t('create.submit')}>
      <Field of={dialog} name="source">
        {({ value, onChange, error, ...input }) => (
          <Select
            {...fieldProps({ label: t('form.source'), error })}
            {...input}
            data={SOURCES.map((source) => ({ value: source, label: t(`sources.${source}`) }))}
            value={value}
            onChange={(next) => next && onChange(next)}
            allowDeselect={false}
          />
        )}
      </Field>
      <Field of={dialog} name="connectionName">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}

export function RenameDialog({ connection, onClose }: { connection: DirectoryConnection; onClose: () => void }) {
  const t = useT()
  const rename = useAction(renameConnection)
  const readAgain = useReadAgain()
  const dialog = useDialogForm({
    schema: z.object({ connectionName: name }),
    start: { connectionName: connection.connectionName },
    async current() {
      const now = (await readAgain(connectionsQuery)).find(({ id }) => id === connection.id)
      return now && { connectionName: now.connectionName }
    },
    save: async ({ connectionName }) => void (await rename.run({ connection, name: connectionName })),
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('rename.title', { name: connection.connectionName })}
      submitLabel={t('rename.submit')}
    >
      <Field of={dialog} name="connectionName">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}
