import { Avatar } from '@gatehouse/ui'
import type { GroupMember } from '../wire'
import classes from './groups.module.css'
import { useT } from './groups.texts'

const SHOWN = 3

/** How many people, with the faces of the first. */
export function Faces({ people, count }: { people: readonly GroupMember[]; count: number }) {
  const t = useT()
  if (count === 0) return <span className={classes.quiet}>{t('nobody')}</span>
  return (
    <span className={classes.faces}>
      <span className={classes.stack} aria-hidden>
        {people.slice(0, SHOWN).map(({ id, name, profilePictureUrl }) => (
          <Avatar key={id} name={name} src={profilePictureUrl ?? null} size={24} />
        ))}
      </span>
      {t('people', { count })}
    </span>
  )
}
