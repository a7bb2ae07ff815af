import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { Group } from '@mantine/core'
import { ViewAsCode } from '../configuration/view-as-code'
import { TABS } from './plans.tabs'
import { useT } from './plans.texts'
import { useCreatePlan } from './use-create-plan'

export function PlansPage() {
  const t = useT()
  const create = useCreatePlan()
  const actions = (
    <Group gap="xs">
      <ViewAsCode tables={['plans', 'billing']} />
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
