import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { Group } from '@mantine/core'
import { AsConfiguration } from '../configuration/as-configuration'
import { TABS } from './plans.tabs'
import { useT } from './plans.texts'
import { useCreatePlan } from './use-create-plan'

export function PlansPage() {
  const t = useT()
  const create = useCreatePlan()
  const actions = (
    <Group gap="xs">
      <AsConfiguration tables={['plans', 'billing']} />
      {create.button}
    </Group>
  )
  return (
    <>
      <TabbedPage {...TABS} path="plans" title={t('title')} purpose={t('purpose')} action={actions} />
      {create.dialog}
    </>
  )
}
