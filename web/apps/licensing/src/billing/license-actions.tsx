import { useAction } from '@gatehouse/admin-portal/action'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCreditCard, IconDots, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSellsLicenses } from '../config/config.queries'
import { useT } from '../texts'
import classes from './billing.module.css'
import { CancelDialog } from './cancel-dialog'
import { hasEndAhead, type LicenseState, stateOf } from './license-state'
import type { License } from './licenses.queries'
import { resumeLicense } from './subscription.actions'

/** The one thing to do next, and behind the dots what is rarer. */
export function LicenseActions({ license }: { readonly license: License }) {
  const state = stateOf(license)
  const sellsLicenses = useSellsLicenses()
  return (
    <div className={classes.actions}>
      <NextAction license={license} state={state} />
      {sellsLicenses && CANCELED.includes(state) && <MoreActions license={license} state={state} />}
    </div>
  )
}

/** What can be canceled for good. */
const CANCELED: readonly LicenseState[] = ['good', 'pastDue', 'paused', 'pausing']

interface ActionProps {
  readonly license: License
  readonly state: LicenseState
}

const EDITS = {
  trial: 'license.subscribe',
  trialOver: 'license.subscribe',
  lasting: 'license.subscribeAgain',
  ended: 'license.subscribeAgain',
  good: 'license.change',
} as const

export function NextAction({ license, state }: ActionProps) {
  const t = useT()
  const sellsLicenses = useSellsLicenses()
  const { fingerprint } = license
  if (state === 'granted' || (state === 'good' && !sellsLicenses)) return null
  if (state === 'grantedOver' || state === 'stopped' || !sellsLicenses)
    return (
      <Button component={Link} to="/contact" variant="default">
        {t('license.contact')}
      </Button>
    )
  if (state in EDITS)
    return (
      <Button
        component={Link}
        to="/billing/edit/$fingerprint"
        params={{ fingerprint } as never}
        variant={state === 'good' ? 'default' : 'filled'}
      >
        {t(EDITS[state as keyof typeof EDITS])}
      </Button>
    )
  if (state === 'pastDue')
    return (
      <Button component={Link} to="/billing/update-payment" search={{ fingerprint } as never}>
        {t('license.updatePayment')}
      </Button>
    )
  return <ResumeButton license={license} />
}

function ResumeButton({ license }: { readonly license: License }) {
  const t = useT()
  const { start, isRunning } = useAction(resumeLicense)
  return (
    <Button loading={isRunning} onClick={() => start(license)}>
      {t('resume.verb')}
    </Button>
  )
}

function MoreActions({ license, state }: ActionProps) {
  const t = useT()
  const [canceling, setCanceling] = useState(false)
  const resume = useAction(resumeLicense)
  const search = { fingerprint: license.fingerprint } as never
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            className={classes.more}
            aria-label={t('license.more', { name: license.name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to="/billing/update-payment"
            search={search}
            leftSection={<IconCreditCard size={16} />}
          >
            {t('license.updatePayment')}
          </Menu.Item>
          {state === 'pastDue' && hasEndAhead(license) && (
            <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => resume.start(license)}>
              {t('resume.verb')}
            </Menu.Item>
          )}
          {!license.billing?.status.deactivationAt && (
            <Menu.Item
              color="var(--gh-danger-text)"
              leftSection={<IconX size={16} />}
              onClick={() => setCanceling(true)}
            >
              {t('cancel.verb')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <CancelDialog license={license} opened={canceling} onClose={() => setCanceling(false)} />
    </>
  )
}
