import { useApi } from '@gatehouse/react'
import { useSecretDialog } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../shared/action'
import { OwnCard, OwnRow } from '../own-card'
import { useT } from '../privacy.texts'
import { useRecentAuth } from '../recent-auth'
import { AddFactor } from './add-factor'
import { renewRecoveryCode } from './factors.actions'
import { factorsQuery } from './factors.queries'
import { ICONS } from './icons'
import { RemoveFactor } from './remove-factor'

/** What the person shows besides the password. */
export function FactorsCard() {
  const t = useT()
  const { data: factors, error, refetch } = useQuery(factorsQuery(useApi()))
  const { show, dialog } = useSecretDialog()

  function showRecoveryCode(recoveryCode: string | null | undefined): void {
    if (!recoveryCode) return
    const label = t('factors.recoveryCode')
    show({ title: t('factors.saveCode'), label, value: recoveryCode, fileName: 'recovery-code.txt' })
  }

  return (
    <>
      <OwnCard
        title={t('factors.title')}
        help={t(factors?.length === 0 ? 'factors.none' : 'factors.help')}
        action={<AddFactor onAdded={showRecoveryCode} />}
        error={error}
        onRetry={() => void refetch()}
      >
        {factors?.map((factor) => (
          <OwnRow
            key={factor.kind + factor.id}
            icon={ICONS[factor.kind]}
            name={t(`factors.kinds.${factor.kind}`)}
            facts={factor.name}
          >
            <RemoveFactor factor={factor} />
          </OwnRow>
        ))}
        {factors && factors.length > 0 && <RecoveryCodeRow onRenewed={showRecoveryCode} />}
      </OwnCard>
      {dialog}
    </>
  )
}

function RecoveryCodeRow({ onRenewed }: { readonly onRenewed: (code: string | null | undefined) => void }) {
  const t = useT()
  const renew = useAction(renewRecoveryCode)
  const { runGuarded, dialog } = useRecentAuth()
  return (
    <OwnRow icon={IconLifebuoy} name={t('factors.recoveryCode')} facts={t('factors.recoveryHelp')}>
      <Button
        variant="default"
        size="xs"
        loading={renew.isRunning}
        onClick={() => runGuarded(async () => onRenewed((await renew.run()).recoveryCode))}
      >
        {t('factors.renew')}
      </Button>
      {dialog}
    </OwnRow>
  )
}
