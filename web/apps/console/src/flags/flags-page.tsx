import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { Group } from '@mantine/core'
import { ViewAsCode } from '../configuration/view-as-code'
import { TABS } from './flags.tabs'
import { useT } from './flags.texts'
import { useCreateFlag } from './use-create-flag'

export function FlagsPage() {
  const t = useT()
  const create = useCreateFlag()
  const actions = (
    <Group gap="xs">
      <ViewAsCode tables={['features', 'flags']} />
      {create.button}
    </Group>
  )
  return (
    <>
      <TabbedPage {...TABS} path="flags" title={t('title')} purpose={t('purpose')} action={actions} />
      {create.dialog}
    </>
  )
}
