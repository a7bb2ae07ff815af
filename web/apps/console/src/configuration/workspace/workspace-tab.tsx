import { useApi } from '@gatehouse/react'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../shared/settings.queries'
import { SettingsBody } from '../../shared/settings-body'
import { ViewAsCode } from '../view-as-code'
import { useT } from './workspace.texts'
import { WorkspaceCard, type WorkspaceValues } from './workspace-card'

/** Values that infrastructure code stores about the vendor. */
export function WorkspaceTab() {
  const t = useT()
  const workspace = useQuery(settingsQuery<Partial<WorkspaceValues>>(useApi(), 'workspace'))
  return (
    <SettingsBody needs={[workspace]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <>
          <Text c="dimmed">{t('purpose')}</Text>
          <WorkspaceCard workspace={workspace.data ?? {}} />
          <Group>
            <ViewAsCode tables={['workspace']} />
          </Group>
        </>
      )}
    </SettingsBody>
  )
}
