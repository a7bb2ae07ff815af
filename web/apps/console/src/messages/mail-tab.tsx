import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog } from '@gatehouse/ui'
import { Card, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingsBody } from '../shared/settings-body'
import { MailDialog } from './mail-dialog'
import { MAILS, type MailType } from './mail-types'
import { resetMail } from './messages.actions'
import { mailTemplatesQuery } from './messages.queries'
import { useT } from './messages.texts'
import { TemplateRow } from './template-row'

/** All email templates, default or customized. */
export function MailTab() {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const written = useQuery(mailTemplatesQuery(useApi()))
  const reset = useAction(resetMail)
  const [editing, setEditing] = useState<MailType>()
  const [asking, setAsking] = useState<{ id: string; type: MailType }>()
  return (
    <SettingsBody needs={[written]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <Card>
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {MAILS.map((type) => {
              const own = written.data?.find((one) => one.type === type)
              const id = own?.id
              return (
                <TemplateRow
                  key={type}
                  name={t(`mails.${type}`)}
                  isOwn={own !== undefined}
                  isOff={own?.active === false}
                  canChange={canChange}
                  onOpen={() => setEditing(type)}
                  onReset={id ? () => setAsking({ id, type }) : undefined}
                />
              )
            })}
          </Stack>
          {editing && (
            <MailDialog
              type={editing}
              written={written.data?.find((one) => one.type === editing)}
              onClose={() => setEditing(undefined)}
            />
          )}
          {asking && (
            <ConfirmDialog
              opened
              onClose={() => setAsking(undefined)}
              onConfirm={() => reset.run(asking)}
              title={t('question', { name: t(`mails.${asking.type}`) })}
              verb={t('verb')}
            >
              {t('warning')}
            </ConfirmDialog>
          )}
        </Card>
      )}
    </SettingsBody>
  )
}
