import { useAction } from '@gatehouse/admin-portal/action'
import { usePermissions } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useT as useLicenseT } from '../texts'
import classes from './billing.module.css'
import { useT } from './billing.texts'
import { formatDay } from './dates'
import { Fact } from './fact'
import { downloadLicenseFile } from './keys.actions'
import { LicenseActions } from './license-actions'
import { LicenseBadge } from './license-badge'
import { Fingerprint } from './license-facts'
import { LicenseHolders } from './license-holders'
import { LicenseKey } from './license-key'
import { isInForce } from './license-state'
import { type License, useLicenses } from './licenses.queries'
import { RelayFile } from './relay-file'
import { RotateKey } from './rotate-key'
import { Seats } from './seats'

/** What a license's tools need, and who uses it. */
export function LicensePage() {
  const t = useT()
  const can = usePermissions()
  const { fingerprint } = useParams({ from: '/billing/license/$fingerprint' })
  const license = useLicenses().find((one) => one.fingerprint === fingerprint)
  if (!license) return <Navigate to="/billing" replace />
  const back = (
    <Anchor component={Link} to="/billing" size="sm">
      {t('license.back')}
    </Anchor>
  )
  const action = can('licensing.write.billing') && <LicenseActions license={license} />
  return (
    <>
      <PageHeader title={license.name} purpose={t('license.purpose')} breadcrumbs={back} action={action} />
      <div className={classes.cards}>
        <Standing license={license} />
        <SetUp license={license} />
        <LicenseHolders license={license} mayFree={can('licensing.write.licenses')} />
      </div>
    </>
  )
}

function Standing({ license }: { readonly license: License }) {
  const t = useT()
  const words = useLicenseT()
  return (
    <section className={classes.card} aria-label={license.name}>
      <div className={classes.cardTitle}>
        <LicenseBadge license={license} />
      </div>
      <Seats license={license} />
      <dl className={classes.facts}>
        <Fact name={t('license.validity')}>
          {license.validTo
            ? t('license.untilEnd', { date: formatDay(license.validTo) })
            : t(license.billing ? 'license.renewed' : 'license.noEnd')}
        </Fact>
        {license.isTrial && (
          <Fact name={t('license.trialDays')}>
            {license.isOver ? words('license.trialOver') : words('license.daysLeft', { count: license.daysLeft ?? 0 })}
          </Fact>
        )}
        <Fact name={t('license.type')}>{license.isTrial ? words('license.trial') : license.licenseType}</Fact>
        <Fingerprint value={license.fingerprint} />
      </dl>
    </section>
  )
}

function SetUp({ license }: { readonly license: License }) {
  const t = useT()
  const words = useLicenseT()
  const can = usePermissions()
  const maySee = can('licensing.read.keys')
  return (
    <section className={classes.card}>
      <div>
        <Title order={2} size="h5">
          {t('license.setUp')}
        </Title>
        <Text c="dimmed">{t(maySee ? 'license.setUpText' : 'license.mayNot')}</Text>
      </div>
      {maySee && (
        <dl className={classes.facts}>
          <Fact name={words('license.key')}>
            <LicenseKey fingerprint={license.fingerprint} />
            {can('licensing.write.licenses') && <RotateKey fingerprint={license.fingerprint} />}
          </Fact>
          {isInForce(license) && (
            <Fact name={t('license.file')}>
              <FileButton fingerprint={license.fingerprint} />
              <RelayFile fingerprint={license.fingerprint} />
            </Fact>
          )}
        </dl>
      )}
      {maySee && (
        <Text size="xs" c="dimmed">
          {t('license.revealed')}
        </Text>
      )}
    </section>
  )
}

function FileButton({ fingerprint }: { readonly fingerprint: string }) {
  const t = useT()
  const { start, isRunning } = useAction(downloadLicenseFile)
  return (
    <Button
      variant="default"
      size="xs"
      loading={isRunning}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => start(fingerprint)}
    >
      {t('license.download')}
    </Button>
  )
}
