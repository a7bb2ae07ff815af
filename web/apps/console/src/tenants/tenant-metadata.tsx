import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog } from '@gatehouse/ui'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Tenant } from '../wire'
import { DetailsPart, PartRow } from './details-part'
import { formatMetadataValue, metadataEntries } from './metadata'
import { MetadataDialog } from './metadata-dialog'
import { removeMetadata } from './parts.actions'
import { useT } from './tenants.texts'

/** Metadata that the vendor's product stores about the tenant. */
export function TenantMetadata({ tenant }: { readonly tenant: Tenant }) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.tenants')
  const remove = useAction(removeMetadata)
  const [open, setOpen] = useState<{ readonly remove?: string }>()
  const close = () => setOpen(undefined)
  return (
    <>
      <DetailsPart
        title={t('metadata.title')}
        query={{ data: metadataEntries(tenant.metadata), error: null, fetchStatus: 'idle' }}
        none={t('metadata.none')}
        add={canChange && { label: t('metadata.add'), onClick: () => setOpen({}) }}
        rowsOf={(entries) =>
          entries.map(([key, value]) => (
            <PartRow
              key={key}
              name={<code>{key}</code>}
              about={formatMetadataValue(value)}
              menu={
                canChange && {
                  label: t('metadata.remove', { key }),
                  actions: [
                    {
                      label: t('metadata.remove', { key }),
                      icon: IconTrash,
                      onClick: () => setOpen({ remove: key }),
                      danger: true,
                    },
                  ],
                }
              }
            />
          ))
        }
      />
      {open && !open.remove && <MetadataDialog tenant={tenant} onClose={close} />}
      {open?.remove && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => remove.run({ tenant, key: open.remove ?? '' })}
          title={t('metadata.removeTitle', { key: open.remove })}
          verb={t('metadata.remove', { key: open.remove })}
        >
          {t('metadata.removeText')}
        </ConfirmDialog>
      )}
    </>
  )
}
