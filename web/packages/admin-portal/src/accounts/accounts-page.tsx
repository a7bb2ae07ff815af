import { useTenants } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { Button, Card, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { Tree } from './account-tree'
import { useT } from './accounts.texts'
import { CreateDialog } from './create-dialog'
import { SearchResults } from './search-results'
import { useAccountActions } from './use-account-actions'

export function AccountsPage() {
  const t = useT()
  const { activeTenant } = useTenants()
  const canCreate = usePermissions()('fe.account-hierarchy.write.subAccount')
  const [isCreating, setCreating] = useState(false)
  const [text, setText] = useState('')
  const [filter] = useDebouncedValue(text.trim(), 250)
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
      <Stack gap="md" maw={960}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          type="search"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={200}
          maw={360}
        />
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
