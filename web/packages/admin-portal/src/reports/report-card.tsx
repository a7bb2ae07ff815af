import { StatusBadge } from '@gatehouse/ui'
import { Button, Card, Group, Text, Title } from '@mantine/core'
import { IconCalendarEvent, IconEye, IconSend } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { usePermissions } from '../shared/permissions'
import type { Report } from '../wire'
import { kindOf, nameOf, textOf } from './kind'
import { useT } from './reports.texts'
import { ScheduleDialog } from './schedule-dialog'
import { SendDialog } from './send-dialog'
import { ViewDialog } from './view-dialog'

const DIALOGS = { view: ViewDialog, send: SendDialog, schedule: ScheduleDialog }
const ICONS = { view: IconEye, send: IconSend, schedule: IconCalendarEvent }

/** What a report says, when it is mailed, and what may be done with it. */
export function ReportCard({ report }: { report: Report }) {
  const t = useT()
  const id = useId()
  const can = usePermissions()
  const [open, setOpen] = useState<keyof typeof DIALOGS>()
  const name = nameOf(report)
  // The server asks for this beside the right to the page.
  const isOpen = kindOf(report) !== 'security' || can('fe.secure.read.securityPolicy')
  const actions = can('fe.secure.write.accountSettings') ? (['view', 'send', 'schedule'] as const) : (['view'] as const)
  const Dialog = open && DIALOGS[open]
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {name}
      </Title>
      <Text c="dimmed">{textOf(report)}</Text>
      <Sent report={report} />
      {isOpen ? (
        <Group gap="xs" mt="md">
          {actions.map((action) => {
            const Icon = ICONS[action]
            return (
              <Button
                key={action}
                variant="default"
                leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
                aria-label={t(`${action}.named`, { name })}
                onClick={() => setOpen(action)}
              >
                {t(`${action}.button`)}
              </Button>
            )
          })}
        </Group>
      ) : (
        <Text mt="md">{t('noAccess')}</Text>
      )}
      {Dialog && <Dialog report={report} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

function Sent({ report: { schedule, status } }: { report: Report }) {
  const t = useT()
  if (status === 'inactive' || !schedule) {
    return (
      <Text mt="xs" size="sm">
        <StatusBadge>{t('sent.never')}</StatusBadge>
      </Text>
    )
  }
  const zone = schedule.tz.replaceAll('_', ' ')
  return (
    <Text mt="xs" size="sm">
      <StatusBadge tone="success">{t(`sent.${schedule.interval}`, { zone })}</StatusBadge>
    </Text>
  )
}
