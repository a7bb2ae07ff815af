import { useApi } from '@gatehouse/react'
import { type Column, EmptyState, formatList, RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Button, Card, Group, Title } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { Person } from '../shared/person'
import { SectionTable } from '../shared/section-table'
import type { PersonBelow } from '../wire'
import type { Account } from './accounts.actions'
import classes from './accounts.module.css'
import { peopleQuery, peopleTable } from './accounts.queries'
import { useT } from './accounts.texts'
import { InviteBelowDialog } from './invite-dialog'
import { useMayEnter } from './use-may-enter'
import { usePeopleActions } from './use-people-actions'

/** The users of an account, if the signed-in user has access to it; of the own account, also who may access sub-accounts. */
export function People({ account, isOwn }: { account: Account; isOwn: boolean }) {
  const t = useT()
  const api = useApi()
  const can = usePermissions()
  const mayEnter = useMayEnter()
  const [isInviting, setInviting] = useState(false)
  const { actionsFor, dialog } = usePeopleActions(account, isOwn)
  const columns = useColumns(isOwn)
  if (!mayEnter && !(isOwn && can('fe.secure.read.users'))) {
    return (
      <Card component="section">
        <EmptyState drawing="people" title={t('people.notLetIn')}>
          {t('people.notLetInHelp')}
        </EmptyState>
      </Card>
    )
  }
  const canInvite = !isOwn && can('fe.secure.write.userSubTenants') && can('fe.secure.write.users')
  const invite = canInvite && (
    <Button
      variant="default"
      leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setInviting(true)}
    >
      {t('people.invite')}
    </Button>
  )
  return (
    <section aria-labelledby="account-people">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="account-people">
          {t('people.title', { name: account.name })}
        </Title>
        {invite}
      </Group>
      <SectionTable
        id={isOwn ? 'account-people-own' : 'account-people'}
        label={t('people.title', { name: account.name })}
        table={peopleTable}
        query={(state) => peopleQuery(api, account.tenantId, state)}
        columns={columns}
        rowLabel={({ name, email }) => name || email}
        searchLabel={t('people.search')}
        rowActions={actionsFor}
        empty={{ drawing: 'people', title: t('people.empty'), children: t('people.emptyHelp') }}
      />
      {dialog}
      {isInviting && <InviteBelowDialog account={account} onClose={() => setInviting(false)} />}
    </section>
  )
}

function useColumns(isOwn: boolean): Column<PersonBelow>[] {
  const t = useT()
  return useMemo(() => {
    const columns: Column<PersonBelow>[] = [
      {
        id: 'user',
        header: t('people.user'),
        sortable: 'name',
        cell: ({ name, email, profilePictureUrl }) => (
          <Person name={name || email} email={name ? email : undefined} picture={profilePictureUrl} />
        ),
      },
      {
        id: 'roles',
        header: t('people.roles'),
        cell: ({ tenants: [here] }) => {
          const names = here?.roles.map(({ name }) => name) ?? []
          return names.length > 0 ? formatList(names) : <span className={classes.quiet}>{t('people.noRoles')}</span>
        },
      },
      {
        id: 'joinedAt',
        header: t('people.joined'),
        sortable: true,
        cell: ({ joinedAt, activatedForTenant }) =>
          activatedForTenant ? (
            <RelativeTime value={joinedAt} focusable={false} />
          ) : (
            <StatusBadge tone="info">{t('people.waiting')}</StatusBadge>
          ),
      },
    ]
    const access: Column<PersonBelow> = {
      id: 'access',
      header: t('people.access'),
      cell: ({ subAccountAccessAllowed }) =>
        subAccountAccessAllowed && <StatusBadge tone="success">{t('people.letIn')}</StatusBadge>,
    }
    return isOwn ? [...columns, access] : columns
  }, [t, isOwn])
}
