import { usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { SettingsBody } from '../shared/settings-body'
import { MailSenderCard } from './mail-sender-card'
import { mailSenderQuery, smsSenderQuery } from './messages.queries'
import { useT } from './messages.texts'
import { SendTestMessage } from './send-test-message'
import { SmsSenderCard } from './sms-sender-card'

export function SendersTab() {
  const t = useT()
  const api = useApi()
  const canChange = usePermissions()('vendor.write.configuration')
  const mail = useQuery(mailSenderQuery(api))
  const sms = useQuery(smsSenderQuery(api))
  return (
    <SettingsBody needs={[mail, sms]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <>
          <MailSenderCard sender={mail.data ?? null} />
          {canChange && <SendTestMessage channel="mail" />}
          <SmsSenderCard sender={sms.data ?? null} />
          {canChange && <SendTestMessage channel="sms" />}
        </>
      )}
    </SettingsBody>
  )
}
