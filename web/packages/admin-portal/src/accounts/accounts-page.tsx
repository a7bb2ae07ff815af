import { useTenants } from '@gatehouse/react'
import { PageHeader, SearchField } from '@gatehouse/ui'
import { Button, Card, Group, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { useTableState } from '../shared/table-state'
import { Tree } from './account-tree'
import { accountsTable } from './accounts.queries'
import { useT } from './accounts.texts'
import { CreateDialog } from './create-dialog'
import { SearchResults } from './search-results'
import { useAccountActions } from './use-account-actions'

export function AccountsPage() {
  const t = useT()
  const { activeTenant } = useTenants()
  const canCreate = usePermissions()('fe.account-hierarchy.write.subAccount')
  const [isCreating, setCreating] = useState(false)
  const { state, onStateChange } = useTableState(accountsTable)
  const { filter = '' } = state
  const { actionsFor, dialog } = useAccountActions()
  if (!activeTenant) return null
  const create = canCreate && (
    <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.action')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={create} />
      <Stack gap="md">
        <Group>
          <SearchField
            value={filter}
            onChange={(next) => onStateChange({ ...state, filter: next })}
            label={t('search')}
          />
        </Group>
        <Card component="section" aria-label={t('tree')} p={0}>
          {filter ? (
            <SearchResults filter={filter} actionsFor={actionsFor} />
          ) : (
            <Tree own={activeTenant} actionsFor={actionsFor} />
          )}
        </Card>
      </Stack>
      {dialog}
      {isCreating && <CreateDialog parent={activeTenant} onClose={() => setCreating(false)} />}
    </>
  )
}
