import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ScreenshotRow } from './screenshot.entity';

/**
 * Where a key is shown in a screenshot, in pixels. It is no part of the history: while its key is deleted it is hidden, and a key that is
 * restored has its regions again.
 */
@Entity('screenshot_regions')
@Index('screenshot_regions_of_screenshot', ['screenshotId', 'id'])
@Index('screenshot_regions_of_key', ['keyId', 'screenshotId'])
export class ScreenshotRegion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'screenshot_regions_pkey' })
  id!: string;

  @ForeignKey(() => ScreenshotRow, { name: 'screenshot_regions_screenshot_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'screenshot_id' })
  screenshotId!: string;

  /** A key of the project, or one that it had. */
  @Column('uuid', { name: 'key_id' })
  keyId!: string;

  @Column('integer')
  x!: number;

  @Column('integer')
  y!: number;

  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;
}
