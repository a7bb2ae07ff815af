import { failureOf, SettingsSkeleton, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { DiscardQuestion, ErrorState, useDialog } from '@gatehouse/ui'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconFileCode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configurationQuery, type DocumentTable } from './configuration.queries'
import { useT } from './configuration.texts'
import { DocumentEditor } from './document-editor'

interface ViewAsCodeProps {
  /** Tables of the vendor document that the page edits. */
  readonly tables: readonly DocumentTable[]
}

/** Shows the page's part of the vendor document, to copy, compare or apply. */
export function ViewAsCode(props: ViewAsCodeProps) {
  const canRead = usePermissions()('vendor.read.configuration')
  return canRead ? <Offered {...props} /> : null
}

function Offered({ tables }: ViewAsCodeProps) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const [isUnsaved, setIsUnsaved] = useState(false)
  const [asking, setAsking] = useState(false)
  function close() {
    setOpened(false)
    setIsUnsaved(false)
    setAsking(false)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileCode size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('part.button')}
      </Button>
      <Modal
        {...useDialog({ opened, onClose: isUnsaved ? () => setAsking(true) : close })}
        title={t('part.title')}
        size={880}
      >
        {opened && <Part tables={tables} onUnsaved={setIsUnsaved} />}
      </Modal>
      {/* Only what was typed here: what is typed on the page below stays, and is asked about where that is left. */}
      <DiscardQuestion opened={asking} onClose={() => setAsking(false)} onDiscard={close} />
    </>
  )
}

function Part({ tables, onUnsaved }: ViewAsCodeProps & { readonly onUnsaved: (isUnsaved: boolean) => void }) {
  const t = useT()
  const configuration = useQuery(configurationQuery(useApi(), tables))
  const [{ data, refetch }, failure] = [configuration, failureOf(configuration)]
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('part.text')}</Text>
      {data !== undefined ? (
        <DocumentEditor shown={data} isFirst onUnsaved={onUnsaved} />
      ) : failure ? (
        <ErrorState error={failure} onRetry={() => void refetch()} />
      ) : (
        <SettingsSkeleton fields={2} />
      )}
    </Stack>
  )
}
