import { EmptyState } from '@gatehouse/ui'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { DomainDialog } from './domain-dialogs'
import { DomainRow } from './domain-row'
import type { StepProps } from './setup'
import classes from './sso.module.css'
import { useT } from './sso.texts'

/** Whose addresses this provider speaks for. */
export function StepDomains({ connection }: StepProps) {
  const t = useT()
  const mayAdd = usePermissions()('fe.secure.write.samlConfiguration')
  const [adding, setAdding] = useState(false)
  const add = mayAdd && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t('domains.add')}
    </Button>
  )
  return (
    <Stack gap="lg">
      <Text size="sm" c="var(--gh-text-secondary)">
        {t('domains.help')}
      </Text>
      {connection.domains.length === 0 ? (
        <EmptyState drawing="link" title={t('domains.none')} action={add}>
          {add ? t('domains.noneHelp') : t('domains.readHelp')}
        </EmptyState>
      ) : (
        <>
          <ul className={classes.list}>
            {connection.domains.map((domain) => (
              <DomainRow key={domain.id} connection={connection} domain={domain} />
            ))}
          </ul>
          <Group>{add}</Group>
        </>
      )}
      {adding && <DomainDialog connection={connection} onClose={() => setAdding(false)} />}
    </Stack>
  )
}
