import { useApi } from '@gatehouse/react'
import { EmptyState, ErrorState, Loading, PageHeader } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useStaleWhileError } from '../shared/freshness'
import { Link, useNavigate, useParams } from '../shared/router'
import { ConnectionSetup } from './connection-setup'
import { domainOf } from './setup'
import classes from './sso.module.css'
import { connectionsQuery } from './sso.queries'
import { useT } from './sso.texts'

export function ConnectionPage() {
  const t = useT()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const query = useQuery({
    ...connectionsQuery(useApi()),
    select: (connections) => connections.find((one) => one.id === id) ?? null,
  })
  const { data: connection, error } = useStaleWhileError(query)
  if (error) return <ErrorState error={error} onRetry={() => void query.refetch()} />
  if (connection === undefined) return <Loading />
  if (connection === null) {
    return (
      <EmptyState
        drawing="key"
        title={t('gone.title')}
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/sso' })}>
            {t('gone.back')}
          </Button>
        }
      >
        {t('gone.help')}
      </EmptyState>
    )
  }
  const type = t(`types.${connection.type}`)
  const domain = domainOf(connection)
  return (
    <>
      <PageHeader
        title={domain ? t('setup.title', { type, domain }) : type}
        purpose={t('setup.purpose')}
        breadcrumbs={
          <Link to="/sso" className={classes.back}>
            {t('title')}
          </Link>
        }
      />
      <ConnectionSetup connection={connection} />
    </>
  )
}
