import { useApi } from '@gatehouse/react'
import { ConfirmDialog, EmptyState, formatList, RowMenu } from '@gatehouse/ui'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import { rolesQuery } from '../shared/roles.queries'
import type { SsoGroup } from '../wire'
import { DefaultRolesDialog, GroupDialog } from './role-dialogs'
import type { StepProps } from './setup'
import { removeGroup } from './sso.actions'
import classes from './sso.module.css'
import { useT } from './sso.texts'

type Open = { readonly what: 'roles' | 'add' } | { readonly what: 'edit' | 'remove'; readonly group: SsoGroup }

/** What people may do who come through it. */
export function StepRoles({ connection }: StepProps) {
  const t = useT()
  const can = usePermissions()
  const names = useRoleNames()
  const remove = useAction(removeGroup)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const mayChange = can('fe.secure.write.samlConfiguration')
  const add = mayChange && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setOpen({ what: 'add' })}
    >
      {t('roles.addGroup')}
    </Button>
  )
  const actionsFor = (group: SsoGroup) => [
    ...(mayChange ? [{ label: t('roles.edit'), icon: IconEdit, onClick: () => setOpen({ what: 'edit', group }) }] : []),
    ...(can('fe.secure.delete.samlConfiguration')
      ? [
          {
            label: t('roles.remove'),
            icon: IconTrash,
            onClick: () => setOpen({ what: 'remove', group }),
            danger: true,
          },
        ]
      : []),
  ]
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Title order={3} size="h4">
          {t('roles.default')}
        </Title>
        <Text size="sm" c="var(--gh-text-secondary)">
          {t('roles.defaultHelp')}
        </Text>
        <Group justify="space-between">
          <span className={classes.name}>{names(connection.roleIds) || t('roles.usual')}</span>
          {mayChange && (
            <Button variant="default" onClick={() => setOpen({ what: 'roles' })}>
              {t('roles.change')}
            </Button>
          )}
        </Group>
      </Stack>
      <Stack gap="xs">
        <Title order={3} size="h4">
          {t('roles.groups')}
        </Title>
        <Text size="sm" c="var(--gh-text-secondary)">
          {t('roles.groupsHelp')}
        </Text>
        {connection.groups.length === 0 ? (
          <EmptyState drawing="people" title={t('roles.noGroups')} action={add} />
        ) : (
          <>
            <ul className={classes.list}>
              {connection.groups.map((group) => (
                <li key={group.id} className={classes.item}>
                  <Group justify="space-between" wrap="nowrap">
                    <span className={classes.connection}>
                      <span className={classes.name}>{group.group}</span>
                      <span className={classes.quiet}>{names(group.roleIds) || t('roles.none')}</span>
                    </span>
                    {actionsFor(group).length > 0 && (
                      <RowMenu label={t('actionsFor', { name: group.group })} actions={actionsFor(group)} />
                    )}
                  </Group>
                </li>
              ))}
            </ul>
            <Group>{add}</Group>
          </>
        )}
      </Stack>
      {open?.what === 'roles' && <DefaultRolesDialog connection={connection} onClose={close} />}
      {open?.what === 'add' && <GroupDialog connection={connection} onClose={close} />}
      {open?.what === 'edit' && <GroupDialog connection={connection} group={open.group} onClose={close} />}
      {open?.what === 'remove' && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => remove.run({ id: connection.id, group: open.group })}
          title={t('roles.removeTitle', { name: open.group.group })}
          verb={t('roles.remove')}
        >
          {t('roles.removeText')}
        </ConfirmDialog>
      )}
    </Stack>
  )
}

function useRoleNames() {
  const { data: roles = [] } = useQuery(rolesQuery(useApi()))
  return (ids: readonly string[]) => formatList(roles.filter(({ id }) => ids.includes(id)).map(({ name }) => name))
}
