import { ConfirmDialog } from '@gatehouse/ui'
import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../shared/action'
import type { DirectoryConnection } from '../wire'
import { deleteConnection } from './provisioning.actions'
import { useT } from './provisioning.texts'

export function DeleteDialog({ connection, onClose }: { connection: DirectoryConnection; onClose: () => void }) {
  const t = useT()
  const remove = useAction(deleteConnection)
  const [all, setAll] = useState(false)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => remove.run({ connection, all })}
      title={t('delete.title', { name: connection.connectionName })}
      verb={t('delete.verb')}
      typeToConfirm={connection.connectionName}
    >
      <Stack gap="md">
        {t('delete.text')}
        <Checkbox
          label={t('delete.everybody')}
          description={t('delete.everybodyHelp')}
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  )
}
