import { useApi } from '@gatehouse/react'
import { CopyButton, DangerItem, DangerZone, PageHeader, RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Card, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAction } from '../shared/action'
import { Actions } from '../shared/actions'
import { Facts } from '../shared/facts'
import { InstantToggle } from '../shared/instant-toggle'
import { usePermissions } from '../shared/permissions'
import { Link } from '../shared/router'
import type { SelectedAccountFacts } from '../wire'
import { deleteAccount, setReseller } from './accounts.actions'
import classes from './accounts.module.css'
import { parentsQuery } from './accounts.queries'
import { useT } from './accounts.texts'
import { People } from './people'
import { useAccountActions } from './use-account-actions'

interface SelectedAccountProps {
  account: SelectedAccountFacts
  /** The account that this person acts in: nothing of it is changed here but who may go below. */
  isOwn: boolean
  onDeleted: () => void
}

export function SelectedAccount({ account, isOwn, onDeleted }: SelectedAccountProps) {
  const t = useT()
  const can = usePermissions()
  const { actionsFor, dialog } = useAccountActions({ onDeleted })
  const { name, tenantId } = account
  // Deleting has a place of its own, at the end of the page.
  const actions = actionsFor(account).filter(({ danger }) => !danger)
  return (
    <>
      <Path id={tenantId} name={name} />
      <PageHeader title={name} action={!isOwn && actions.length > 0 && <Actions actions={actions} />} />
      <Stack gap="xl">
        <Card component="section" aria-labelledby="account-facts" maw={720}>
          <Title order={2} size="h3" id="account-facts" mb="sm">
            {t('details.facts')}
          </Title>
          <Facts
            facts={[
              [t('details.created'), <RelativeTime key="created" value={account.createdAt} />],
              [t('details.below'), String(account.totalSubTenants)],
              [
                t('details.id'),
                <code key="id" className={classes.id}>
                  {tenantId}
                </code>,
                <CopyButton key="copy" value={tenantId} label={t('details.copyId')} />,
              ],
              [
                t('details.resellerLabel'),
                (isOwn || !can('fe.account-hierarchy.write.subAccountManagement')) && account.isReseller && (
                  <StatusBadge key="reseller" tone="info">
                    {t('reseller')}
                  </StatusBadge>
                ),
              ],
            ]}
          />
          {!isOwn && can('fe.account-hierarchy.write.subAccountManagement') && (
            <div className={classes.reseller}>
              <Reseller account={account} />
            </div>
          )}
        </Card>
        <People account={account} isOwn={isOwn} />
        {!isOwn && can('fe.account-hierarchy.delete.subAccount') && (
          <Deletion account={account} onDeleted={onDeleted} />
        )}
      </Stack>
      {dialog}
    </>
  )
}

/** From the own account down to this one. */
function Path({ id, name }: { id: string; name: string }) {
  const t = useT()
  const { data: parents = [] } = useQuery(parentsQuery(useApi(), id))
  return (
    <nav aria-label={t('details.path')}>
      <Group component="ol" gap="xs" className={classes.path}>
        <li>
          <Link to="/accounts">{t('title')}</Link>
        </li>
        {parents.map(({ tenantId, tenantName }) => (
          <li key={tenantId}>
            <Link to="/accounts/$id" params={{ id: tenantId }}>
              {tenantName}
            </Link>
          </li>
        ))}
        <li aria-current="page">{name}</li>
      </Group>
    </nav>
  )
}

function Reseller({ account: { tenantId, name, isReseller } }: { account: SelectedAccountFacts }) {
  const t = useT()
  const action = useMemo(() => setReseller(tenantId), [tenantId])
  return (
    <InstantToggle
      label={t('details.resellerLabel')}
      help={t('details.resellerHelp')}
      checked={isReseller}
      action={action}
      done={(isOn) => t(isOn ? 'details.resellerOn' : 'details.resellerOff', { name })}
    />
  )
}

function Deletion({ account, onDeleted }: { account: SelectedAccountFacts; onDeleted: () => void }) {
  const t = useT()
  const remove = useAction(deleteAccount)
  const { name, totalSubTenants } = account
  const below = totalSubTenants > 0 ? ` ${t('remove.below', { count: totalSubTenants })}` : ''
  return (
    <DangerZone>
      <DangerItem
        title={t('remove.heading')}
        verb={t('remove.action')}
        question={t('remove.title', { name })}
        typeToConfirm={name}
        onConfirm={async () => {
          await remove.run(account)
          onDeleted()
        }}
      >
        {t('remove.text', { name })}
        {below}
      </DangerItem>
    </DangerZone>
  )
}
