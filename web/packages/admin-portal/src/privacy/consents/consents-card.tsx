import { useApi } from '@gatehouse/react'
import { ConfirmDialog } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../shared/action'
import type { ConsentingApplication } from '../../wire'
import { OwnCard } from '../own-card'
import { useT } from '../privacy.texts'
import { ConsentRow } from './consent-row'
import { consentsQuery, withdrawConsent } from './consents.queries'

/** What the person has let applications of other companies know, and the way to take it back. */
export function ConsentsCard() {
  const t = useT()
  const { data: apps, error, refetch } = useQuery(consentsQuery(useApi()))
  const withdraw = useAction(withdrawConsent)
  const [leaving, setLeaving] = useState<ConsentingApplication>()
  return (
    <>
      <OwnCard
        title={t('consents.title')}
        help={t(apps?.length === 0 ? 'consents.none' : 'consents.help')}
        error={error}
        onRetry={() => void refetch()}
      >
        {apps?.map((app) => (
          <ConsentRow key={app.clientId} app={app} onWithdraw={() => setLeaving(app)} />
        ))}
      </OwnCard>
      {leaving && (
        <ConfirmDialog
          opened
          onClose={() => setLeaving(undefined)}
          onConfirm={() => withdraw.run(leaving)}
          title={t('consents.confirmTitle', { name: leaving.name })}
          verb={t('consents.withdrawVerb')}
        >
          {t('consents.confirm')}
        </ConfirmDialog>
      )}
    </>
  )
}
