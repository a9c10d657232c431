export const brand = 'Brand Scalers'

/** The stops on the brand's line: where the training begins, the promised client, the first monthly income. */
export const milestones = ['Day 0', 'Day 90', 'Month 6'] as const
