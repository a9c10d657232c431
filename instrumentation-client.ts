import { keepChanges } from '@/components/loader/keep-changes'

// Next.js runs this file just before React hydrates the page. A page without a form records no changes.
tolerateMoves()
if (self.takeChanges) keepChanges(self.takeChanges())

/**
 * Lets React remove and insert nodes that an extension has moved or wrapped since hydration. Otherwise React throws, and
 * the visitor sees an error in place of the video (https://github.com/facebook/react/issues/11538).
 */
function tolerateMoves(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const parent = child.parentNode
    return parent ? (removeChild.call(parent, child) as T) : child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    let next = before
    while (next && next.parentNode !== this) next = next.parentNode
    return insertBefore.call(this, node, next) as T
  }
}
