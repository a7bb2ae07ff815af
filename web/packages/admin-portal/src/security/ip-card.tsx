import { useAction } from '../shared/action'
import { InstantToggle } from '../shared/instant-toggle'
import { usePermissions } from '../shared/permissions'
import type { IpConfig } from '../wire'
import { chooseIpMode, switchIp } from './ip.queries'
import { IpConsequence } from './ip-consequence'
import { ModeChoice } from './mode-choice'
import { OwnAddress } from './own-address'
import { RestrictionCard } from './restriction-card'
import { useT } from './security.texts'

export function IpCard({ config: { isActive, strategy } }: { config: IpConfig }) {
  const t = useT()
  const canWrite = usePermissions()('fe.secure.write.ipRestrictions')
  const choose = useAction(chooseIpMode)
  return (
    <RestrictionCard title={t('ip.title')}>
      <InstantToggle
        label={t('ip.active')}
        help={t('ip.activeHelp')}
        checked={isActive}
        action={switchIp}
        done={(on) => t(on ? 'ip.on' : 'ip.off')}
        disabled={!canWrite}
      />
      <ModeChoice
        value={strategy}
        onChange={(next) => choose.start({ isActive, strategy: next })}
        labels={{ ALLOW: t('ip.ALLOW'), BLOCK: t('ip.BLOCK') }}
        disabled={!canWrite || choose.isRunning}
      />
      {isActive && <IpConsequence mode={strategy} />}
      <OwnAddress isActive={isActive} mode={strategy} />
    </RestrictionCard>
  )
}
