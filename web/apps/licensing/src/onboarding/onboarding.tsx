import { usePermissions } from '@gatehouse/react'
import { AppShell, EmptyState, Loading, loadChunk } from '@gatehouse/ui'
import { lazy, type ReactNode, Suspense } from 'react'
import { Footer } from '../shell/footer'
import { HeaderLinks, HeaderMenus } from '../shell/header'
import { useImpersonationNotice } from '../shell/impersonation-notice'
import { useT } from '../texts'
import classes from './onboarding.module.css'
import { useOrganization } from './organization.queries'

// Most people have an organization.
const CreateOrganization = lazy(() =>
  loadChunk(() => import('./create-organization')).then((module) => ({ default: module.CreateOrganization })),
)

/** Surrounds the whole portal: without an organization there is one thing to do first. */
export function Onboarding({ children }: { readonly children: ReactNode }) {
  const t = useT()
  const organization = useOrganization()
  const can = usePermissions()
  const notice = useImpersonationNotice()
  if (organization) return children
  return (
    <AppShell page="onboarding" notice={notice} links={<HeaderLinks />} menus={<HeaderMenus />} footer={<Footer />}>
      <div className={classes.page}>
        {can('licensing.write.licenses') ? (
          <Suspense fallback={<Loading />}>
            <CreateOrganization />
          </Suspense>
        ) : (
          <EmptyState title={t('onboarding.waitTitle')} drawing="people">
            {t('onboarding.waitText')}
          </EmptyState>
        )}
      </div>
    </AppShell>
  )
}
