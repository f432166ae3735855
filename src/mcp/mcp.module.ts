import { Module } from '@nestjs/common';
import { FindingsModule } from '../findings/findings.module';
import { HistoryModule } from '../history/history.module';
import { ImportExportModule } from '../import-export/import-export.module';
import { KeysModule } from '../keys/keys.module';
import { MemoryModule } from '../memory/memory.module';
import { ProjectsModule } from '../projects/projects.module';
import { ReviewModule } from '../review/review.module';
import { McpController } from './mcp.controller';
import { McpEndpoint } from './mcp-endpoint';
import { ProjectMembers } from './project-members';
import { FileTools } from './tools/file-tools';
import { HistoryTools } from './tools/history-tools';
import { KeyDetails } from './tools/key-details';
import { KeyHints } from './tools/key-hints';
import { KeyTools } from './tools/key-tools';
import { ProjectTools } from './tools/project-tools';
import { UndoOffer } from './undo-offer';

@Module({
  imports: [ProjectsModule, KeysModule, MemoryModule, FindingsModule, ReviewModule, HistoryModule, ImportExportModule],
  controllers: [McpController],
  providers: [
    McpEndpoint,
    ProjectMembers,
    UndoOffer,
    ProjectTools,
    KeyHints,
    KeyDetails,
    KeyTools,
    FileTools,
    HistoryTools,
  ],
})
export class McpModule {}
