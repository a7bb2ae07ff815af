import { useApi, useTenants } from '@gatehouse/react'
import { ErrorState, Loading, useDialog } from '@gatehouse/ui'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useStaleWhileError } from '../shared/freshness'
import { inviteLinkQuery } from './invite-link.queries'
import { InviteLinkFacts } from './invite-link-facts'
import { InviteLinkForm } from './invite-link-form'
import { useT } from './users.texts'

/** The person's own link: makes one where there is none. */
export function InviteLinkDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(inviteLinkQuery(useApi()))
  const { data, error } = useStaleWhileError(query)
  if (data === null) return <InviteLinkForm onClose={onClose} />
  return (
    <LinkModal onClose={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : data ? (
        <InviteLinkFacts link={data} onClose={onClose} />
      ) : (
        <Loading />
      )}
    </LinkModal>
  )
}

function LinkModal({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const t = useT()
  const { activeTenant } = useTenants()
  return (
    <Modal
      {...useDialog({ opened: true, onClose })}
      size={480}
      title={t('link.title', { name: activeTenant?.name ?? '' })}
    >
      {children}
    </Modal>
  )
}
