import { CopyButton, InlineAlert, RelativeTime } from '@gatehouse/ui'
import { Button, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { Actions } from '../shared/actions'
import { Facts } from '../shared/facts'
import { usePermissions } from '../shared/permissions'
import { RoleList } from '../shared/role-list'
import type { Group } from '../wire'
import { Dot } from './group-name'
import classes from './groups.module.css'
import { useT } from './groups.texts'
import { MemberList } from './member-list'
import { RolesDialog } from './roles-dialog'
import { useGroupActions } from './use-group-actions'

export function GroupDetails({ group, onDeleted }: { group: Group; onDeleted: () => void }) {
  const t = useT()
  const { actionsFor, dialog } = useGroupActions(onDeleted)
  const isDirectory = group.managedBy === 'scim2'
  return (
    <Stack gap="xl">
      {group.description && (
        <div className={classes.group}>
          <Dot color={group.color} />
          <span className={classes.text}>{group.description}</span>
        </div>
      )}
      {isDirectory && <InlineAlert tone="info">{t('directory')}</InlineAlert>}
      <GroupRoles group={group} />
      <MemberList group={group} canChange={!isDirectory} />
      <Facts
        facts={[
          [t('columns.managedBy'), t(`managedBy.${group.managedBy}`)],
          [t('columns.createdAt'), <RelativeTime key="created" value={group.createdAt} />],
          [
            t('drawer.id'),
            <code key="id">{group.id}</code>,
            <CopyButton key="copy" value={group.id} label={t('drawer.copyId')} />,
          ],
        ]}
      />
      <Actions actions={actionsFor(group)} />
      {dialog}
    </Stack>
  )
}

/** Also of a directory's groups: it says who is in them, and this account what that means. */
function GroupRoles({ group }: { group: Group }) {
  const t = useT()
  const can = usePermissions()
  const [changing, setChanging] = useState(false)
  const mayChange = can('fe.secure.write.groupsRoles') && can('fe.secure.read.roles')
  return (
    <section>
      <div className={classes.section}>
        <Title order={3} size="h3">
          {t('roles.title')}
        </Title>
        {mayChange && (
          <Button variant="default" size="xs" onClick={() => setChanging(true)}>
            {t('roles.edit')}
          </Button>
        )}
      </div>
      <RoleList roles={group.roles ?? []} none={t('noRoles')} all />
      {changing && <RolesDialog group={group} onClose={() => setChanging(false)} />}
    </section>
  )
}
