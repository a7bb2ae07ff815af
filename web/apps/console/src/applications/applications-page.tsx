import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { Group } from '@mantine/core'
import { ViewAsCode } from '../configuration/view-as-code'
import { TABS } from './applications.tabs'
import { useT } from './applications.texts'
import { useCreateApplication } from './use-create-application'

export function ApplicationsPage() {
  const t = useT()
  const create = useCreateApplication()
  const actions = (
    <Group gap="xs">
      <ViewAsCode tables={['applications', 'mobile_apps']} />
      {create.button}
    </Group>
  )
  return (
    <>
      <TabbedPage {...TABS} path="applications" title={t('title')} purpose={t('purpose')} action={actions} />
      {create.dialog}
    </>
  )
}
