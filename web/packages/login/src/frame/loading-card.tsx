import { Loading } from '@gatehouse/ui'
import { Skeleton } from '@mantine/core'
import classes from './frame.module.css'
import { Step } from './step'

/** A card that names what is loading. */
export function LoadingCard({ title, lead }: { readonly title: string; readonly lead?: string }) {
  return (
    <Step title={title} lead={lead}>
      <div className={classes.waiting}>
        <Loading size="inline" label={title} />
      </div>
    </Step>
  )
}

/** A placeholder while the card is not yet known. */
export function CardSkeleton() {
  return (
    <div className={classes.body} aria-hidden>
      <Skeleton h={26} w="60%" mb={24} />
      <Skeleton h={14} w={64} mt={6} mb={8} />
      <Skeleton h={44} mb={16} />
      <Skeleton h={14} w={64} mt={6} mb={8} />
      <Skeleton h={44} mb={16} />
      <Skeleton h={44} />
    </div>
  )
}
