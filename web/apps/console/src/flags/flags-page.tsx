import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { Group } from '@mantine/core'
import { AsConfiguration } from '../configuration/as-configuration'
import { TABS } from './flags.tabs'
import { useT } from './flags.texts'
import { useCreateFlag } from './use-create-flag'

export function FlagsPage() {
  const t = useT()
  const create = useCreateFlag()
  const actions = (
    <Group gap="xs">
      <AsConfiguration tables={['features', 'flags']} />
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
