import { InlineAlert } from '@gatehouse/ui'
import { useAction } from '../shared/action'
import { InstantToggle } from '../shared/instant-toggle'
import { usePermissions } from '../shared/permissions'
import type { DomainConfig } from '../wire'
import { blockPublicDomains, chooseDomainMode, switchDomains } from './domains.queries'
import { ModeChoice } from './mode-choice'
import { RestrictionCard } from './restriction-card'
import { useT } from './security.texts'

interface DomainsCardProps {
  readonly config: DomainConfig
  /** How many domains the list has that is chosen. */
  readonly count: number
}

export function DomainsCard({ config, count }: DomainsCardProps) {
  const t = useT()
  const canWrite = usePermissions()('fe.secure.write.emailDomainRestrictions')
  const choose = useAction(chooseDomainMode)
  const { active, listType } = config
  const effect = listType === 'ALLOW' ? 'domains.refuses' : 'domains.blocks'
  return (
    <RestrictionCard title={t('domains.title')}>
      <InstantToggle
        label={t('domains.active')}
        help={t('domains.activeHelp')}
        checked={active}
        action={switchDomains}
        done={(on) => t(on ? 'domains.on' : 'domains.off')}
        disabled={!canWrite}
      />
      <ModeChoice
        value={listType}
        onChange={(type) => choose.start({ active, type })}
        labels={{ ALLOW: t('domains.ALLOW'), BLOCK: t('domains.BLOCK') }}
        disabled={!canWrite || choose.isRunning}
      />
      {active && (
        <>
          <InstantToggle
            label={t('domains.public')}
            help={t('domains.publicHelp')}
            checked={config.blockPublicDomains}
            action={blockPublicDomains(config)}
            done={(on) => t(on ? 'domains.publicOn' : 'domains.publicOff')}
            disabled={!canWrite}
          />
          <InlineAlert tone={count > 0 ? 'info' : 'warning'}>{t(count > 0 ? effect : 'domains.empty')}</InlineAlert>
        </>
      )}
    </RestrictionCard>
  )
}
