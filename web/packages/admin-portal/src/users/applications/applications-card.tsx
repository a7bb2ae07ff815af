import { useApi } from '@gatehouse/react'
import { Avatar, ErrorState, StatusBadge } from '@gatehouse/ui'
import { Button, Skeleton, Title } from '@mantine/core'
import { IconLockOpen, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermissions } from '../../shared/permissions'
import type { Application, TeamUser } from '../../wire'
import classes from '../users.module.css'
import { useT } from '../users.texts'
import { applicationsQuery, assignedQuery, useHasApplications } from './applications.queries'
import { ApplicationsDialog } from './applications-dialog'

/** The applications that a user may use, by free access or by assignment. */
export function ApplicationsCard({ user }: { user: TeamUser }) {
  return useHasApplications() ? <Card user={user} /> : null
}

function Card({ user }: { user: TeamUser }) {
  const t = useT()
  const api = useApi()
  const can = usePermissions()
  const [changing, setChanging] = useState(false)
  const all = useQuery(applicationsQuery(api))
  const theirs = useQuery(assignedQuery(api, [user.id]))
  const error = all.error ?? theirs.error
  const assigned = theirs.data?.get(user.id)
  const isManaged = all.data?.some(({ accessType }) => accessType === 'MANAGED_ACCESS')
  const mayChange = can('fe.secure.write.appsUsers') && can('fe.secure.delete.appsUsers')

  function retry() {
    void all.refetch()
    void theirs.refetch()
  }
  return (
    <section>
      <div className={classes.section}>
        <Title order={3} size="h3">
          {t('applications.title')}
        </Title>
        {mayChange && isManaged && assigned && (
          <Button variant="default" size="xs" onClick={() => setChanging(true)}>
            {t('applications.change')}
          </Button>
        )}
      </div>
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <ul className={classes.rows} aria-busy={!all.data || !assigned}>
          {all.data && assigned ? (
            all.data.map((one) => (
              <ApplicationRow key={one.id} application={one} isAssigned={assigned.includes(one.id)} />
            ))
          ) : (
            <Skeleton h={32} />
          )}
        </ul>
      )}
      {changing && all.data && assigned && (
        <ApplicationsDialog user={user} all={all.data} assigned={assigned} onClose={() => setChanging(false)} />
      )}
    </section>
  )
}

function ApplicationRow({ application, isAssigned }: { application: Application; isAssigned: boolean }) {
  const t = useT()
  const { name, logoURL, accessType } = application
  return (
    <li className={classes.line}>
      <Avatar name={name} src={logoURL || null} size={28} shape="square" />
      <span className={classes.lineName}>{name}</span>
      {accessType === 'FREE_ACCESS' ? (
        <StatusBadge icon={IconLockOpen}>{t('applications.free')}</StatusBadge>
      ) : isAssigned ? (
        <StatusBadge tone="success" icon={IconUserCheck}>
          {t('applications.assigned')}
        </StatusBadge>
      ) : (
        <StatusBadge>{t('applications.notAssigned')}</StatusBadge>
      )}
    </li>
  )
}
